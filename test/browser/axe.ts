import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Evaluate = (expression: string) => Promise<unknown>

const worlds = new WeakMap<Page, Promise<Evaluate>>()

/** What axe finds on a page that is serious, by these rules or by all, a line each. The page may not be reloaded in between. */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!worlds.has(page)) worlds.set(page, openWorld(page))
  const evaluate = await worlds.get(page)!
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) }
  const found = (await evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary})`),
    )
}

/** Axe in a world of its own, which the page's policy does not bind and the page does not see. */
async function openWorld(page: Page): Promise<Evaluate> {
  const devtools = await page.context().newCDPSession(page)
  const { frameTree } = await devtools.send('Page.getFrameTree')
  const world = await devtools.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'axe' })
  const evaluate: Evaluate = async (expression) => {
    const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
      ...{ expression, contextId: world.executionContextId, awaitPromise: true, returnByValue: true },
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  await evaluate(`${SOURCE};0`)
  return evaluate
}
