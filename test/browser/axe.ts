import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on a page that is serious, by these rules or by all, a line each. It runs in a world of its own, which the page's policy does not bind. */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const { frameTree } = await devtools.send('Page.getFrameTree')
  const world = await devtools.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'axe' })
  const evaluate = (expression: string) =>
    devtools.send('Runtime.evaluate', {
      ...{ expression, contextId: world.executionContextId, awaitPromise: true, returnByValue: true },
    })
  await evaluate(`${SOURCE};0`)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) }
  const { result, exceptionDetails } = await evaluate(`axe.run(document, ${JSON.stringify(options)})`)
  await devtools.detach()
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return (result.value as AxeResults).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary?.split('\n').at(1)?.trim()})`),
    )
}
