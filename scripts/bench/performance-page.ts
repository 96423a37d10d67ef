import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from '../eval/figure-table.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { toRows } from './figure-rows.ts'
import type { Figures } from './figures.ts'
import { growthPlot } from './growth-plot.ts'
import { machineLine } from './machine.ts'
import { thousand } from './number-format.ts'

const START = '<!-- bench:start -->'
const END = '<!-- bench:end -->'
const PAGE = join(PROJECT_ROOT, 'docs/performance.md')
const PLOT = 'performance-growth.svg'

/** Puts the figures between the markers of docs/performance.md; everything else on the page is somebody else's. */
export function writePerformancePage(figures: Figures): void {
  writeFileSync(PAGE, replaceBetween(readFileSync(PAGE, 'utf8'), toMarkdown(figures)))
  if (figures.retrieve) writeFileSync(join(PROJECT_ROOT, 'docs', PLOT), growthPlot(figures.retrieve))
}

export function replaceBetween(page: string, section: string): string {
  const [from, to] = [page.indexOf(START), page.indexOf(END)]
  const marked = `${START}\n${section}\n${END}`
  return from >= 0 && to > from ? page.slice(0, from) + marked + page.slice(to + END.length) : `${page}\n${marked}\n`
}

const toMarkdown = (
  figures: Figures,
): string => `Printed by \`npm run bench -- --write\` on ${figures.at}, in ${(figures.seconds / 60).toFixed(0)} minutes, on ${machineLine(figures.machine)}.

### Where the time of a retrieve goes

Means in ms of what \`Server-Timing\` says of a hybrid retrieve. Steps that run side by side share one thread here, so that a step also counts
what it waited for others; \`total\` is the Worker's, without the way through HTTP.

${stepTable(figures)}

![Retrieve over the size of the memory](${PLOT})

### Every figure

${markdownTable(toRows(figures))}`

function stepTable({ retrieve, ingest }: Figures): string {
  const columns = [
    ...(retrieve ?? []).map(({ chunks, steps }) => ({ name: `retrieve, ${thousand(chunks)} chunks`, steps })),
    ...(ingest ? [{ name: `ingest, batch of ${ingest.service.batch}`, steps: ingest.service.steps }] : []),
  ]
  const names = [...new Set(columns.flatMap(({ steps }) => Object.keys(steps)))].filter(
    (name) => !['round-trips', 'crossings'].includes(name),
  )
  const cell = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1))
  return [
    `| step | ${columns.map(({ name }) => name).join(' | ')} |`,
    `|---|${columns.map(() => '---|').join('')}`,
    ...names.map((name) => `| ${name} | ${columns.map(({ steps }) => cell(steps[name])).join(' | ')} |`),
  ].join('\n')
}
