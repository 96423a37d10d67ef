import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'
import { type Figures, markdownTable, toRows } from './figure-table.ts'
import { reliabilityPlot } from './reliability-plot.ts'

const START = '<!-- eval:start -->'
const END = '<!-- eval:end -->'
const PAGE = join(PROJECT_ROOT, 'docs/quality.md')
const PLOT = 'quality-reliability.svg'

/** Puts the figures between the markers of docs/quality.md; everything else on the page is somebody else's. */
export function writeQualityPage(figures: Figures): void {
  mkdirSync(dirname(PAGE), { recursive: true })
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '# Quality, measured\n'
  const section = `${START}\n${toMarkdown(figures)}\n${END}`
  const [from, to] = [page.indexOf(START), page.indexOf(END)]
  const next =
    from >= 0 && to > from ? page.slice(0, from) + section + page.slice(to + END.length) : `${page}\n${section}\n`
  writeFileSync(PAGE, next)
  writeFileSync(join(dirname(PAGE), PLOT), reliabilityPlot(figures.calibration.tenths))
}

function toMarkdown(figures: Figures): string {
  const curve = figures.locomo ?? figures.chats
  return `## Retrieval

Printed by \`npm run eval -- --locomo FILE --write\` on ${figures.at}${figures.quick ? ' (a quick run: rough figures)' : ''}, over HTTP, on a service that it starts for itself. The dialogues are
LoCoMo's (Maharana et al., ACL 2024, CC BY-NC 4.0; not part of this project), the other sets are in \`scripts/eval/data\`: isolated facts of eight
invented people with questions in other words, small worlds whose facts lead to each other, chats of a user with an assistant, which are
asked as one user's memory, plain statements, a few each, of which a later one is of another thing or changes what is asked for (200 written blind, \`plain.json\`, and 120 that were looked at, \`plain-dev.json\`), and lives: what somebody told over some months as people write, asked in other words. Six of them were written by
somebody who had not seen the code (\`lives.json\`; they were looked at when weights of ranking were chosen, so that they flatter them a little), six by another later on (\`lives-new.json\`; the worth of the reranker was chosen with a look at them), six by a third (\`lives-last.json\`; they showed that notes in sessions of their own were taken for a conversation, .569 / .764 / .931 and 51 of 82 outdated before, and little else was chosen by them), six by a fourth, by which nothing was chosen (\`lives-held-out.json\`), eighteen by two more when all was chosen (\`lives-blind.json\`), six by three others, who were asked to tell changes as indirectly as people do and to ask in other words throughout (\`lives-fresh.json\`; nothing was chosen by them either), six by two more with the same task, measured once when the reranker of 0.17.0 was chosen (\`lives-later.json\`), six by two others in rare trades, by which nothing was chosen (\`lives-newest.json\`), six by two more, measured when the reranker of 0.19.0 was chosen (\`lives-unseen.json\`), twelve by two others, by which nothing was chosen either (\`lives-recent.json\`), and twelve by two more, measured when the encoder of 0.23.0 was chosen (\`lives-latest.json\`); six are there to develop on (\`lives-dev.json\`). Small accounts are what somebody tells an assistant in the first weeks, some fifteen plain messages each and ten questions: sixteen written blind, by which nothing was chosen (\`accounts.json\`), and sixteen of another writer that were looked at (\`accounts-dev.json\`). R@n is the share of a question's evidence among the first n facts.

${markdownTable(toRows(figures))}

### What a score means

${markdownBands(figures)}

![Share of facts that are evidence, by score](${PLOT})

### Recall for tokens

What the \`context\` of the first k facts costs (four characters a token) and how much of the evidence it holds, on the ${figures.locomo ? 'dialogues' : 'chats'}.

| k | ${curve.tokens
    .filter(isShown)
    .map(({ k }) => k)
    .join(' | ')} |
|---|${curve.tokens
    .filter(isShown)
    .map(() => '---|')
    .join('')}
| tokens | ${curve.tokens
    .filter(isShown)
    .map(({ tokens }) => tokens.toFixed(0))
    .join(' | ')} |
| recall | ${curve.tokens
    .filter(isShown)
    .map(({ recall }) => recall.toFixed(3))
    .join(' | ')} |`
}

const isShown = ({ k }: { k: number }) => k <= 6 || k % 2 === 0

const markdownBands = ({ calibration }: Figures) =>
  [
    '| score | facts | evidence |',
    '|---|---|---|',
    ...calibration.tenths.map(
      ({ from, to, facts, evidence }) =>
        `| ${from.toFixed(1)}–${to.toFixed(1)} | ${facts} | ${facts === 0 ? '' : evidence.toFixed(3)} |`,
    ),
  ].join('\n')
