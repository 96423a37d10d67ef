import { describe, expect, inject } from 'vitest'
import { type ConsolePage, test } from './console-page.ts'
import { nodesIn } from './nodes-in.ts'

const askedFor = ({ requests }: ConsolePage) =>
  requests.filter((request) => request.url().endsWith('/brain/graph')).map((request) => request.postDataJSON())

const NODES = 2_000

/** A picture as large as it gets: rings around a few names, as lives have them. */
function largeGraph() {
  const nodes = Array.from({ length: NODES }, (_, at) => ({
    ...{ id: `n${at}`, name: `Name ${at}`, kind: ['person', 'place', 'organisation', 'thing'][at % 4], facts: 1 },
  }))
  const edges = nodes.slice(1).map(({ id }, at) => ({
    ...{ id: `e${at}`, from: `n${Math.floor(at / 12)}`, to: id, relation: 'knows', fact: `It knows ${id}` },
    ...{ persona: 'shared', confidence: 1, state: at % 9 ? 'current' : 'superseded', occurred_at: 1.7e9 },
  }))
  return { nodes, edges }
}

describe('the graph', () => {
  test('is drawn, and walked from name to name', async ({ open }) => {
    const opened = await open({ key: inject('service').key })
    const { page, goTo } = opened
    await goTo('#/graph')
    const picture = page.locator('.picture')
    await expect.poll(async () => (await nodesIn(picture)).length).toBeGreaterThan(5)
    const before = askedFor(opened).length
    const [largest] = await nodesIn(picture)
    await page.mouse.click(largest!.x, largest!.y)
    await expect.poll(() => askedFor(opened).length).toBeGreaterThan(before)
    expect(askedFor(opened).at(-1).entity).toBe('user')

    await page.getByRole('button', { name: 'All names' }).click()
    await page.getByRole('list', { name: 'Names in the picture' }).getByRole('button', { name: 'Saga' }).click()
    await expect.poll(() => askedFor(opened).at(-1).entity).toBe('Saga')
    await page
      .getByRole('button', { name: /^Go to/ })
      .first()
      .click()
    await expect.poll(() => askedFor(opened).at(-1).entity).not.toBe('Saga')
  })

  test('is searched by name, and shows what was known on a day', async ({ open }) => {
    const opened = await open({ key: inject('service').key })
    const { page, goTo, settled } = opened
    await goTo('#/graph')
    await page.keyboard.press('/')
    await page.keyboard.type('Tomas')
    await page.keyboard.press('Enter')
    await expect.poll(() => askedFor(opened).at(-1).entity).toBe('Tomas')
    await settled()
    const names = async () => (await page.getByRole('main').getByRole('listitem').allTextContents()).join('\n')
    await expect.poll(names).toMatch(/hospital/i)
    const slider = page.getByRole('slider')
    await slider.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => askedFor(opened).at(-1).as_of).toMatch(/^\d{4}-\d\d-\d\d/)
    await settled()
    expect(await names()).not.toMatch(/hospital/i)
  })

  test(`is drawn with ${NODES} names`, async ({ open }) => {
    // Small, since the CPU draws it here.
    const { page, goTo } = await open({ key: inject('service').key, viewport: { width: 800, height: 480 } })
    // So many are never in one answer: one walks until there are. How they are drawn is measured without the walk.
    await page.route('**/brain/graph', (route) => route.fulfill({ json: largeGraph() }))
    const began = performance.now()
    await goTo('#/graph')
    const picture = page.locator('.picture')
    await page.getByRole('img', { name: new RegExp(`${NODES} names`) }).waitFor({ timeout: 30_000 })
    const shownMs = performance.now() - began
    const box = (await picture.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    const scriptSeconds = async () =>
      (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration')!.value
    const before = await scriptSeconds()
    const frames = page.evaluate(async () => {
      const times: number[] = []
      const next = () => new Promise<number>((done) => requestAnimationFrame(done))
      addEventListener('pointerdown', () => times.push(-1), { once: true })
      for (let last = await next(); times.at(-1) !== -1; ) {
        const now = await next()
        if (times.at(-1) !== -1) times.push(now - last)
        last = now
      }
      return times.slice(0, -1).sort((a, b) => a - b)
    })
    for (let step = 0; step < 10; step++) {
      await page.mouse.wheel(0, step < 5 ? -120 : 120)
      await page.waitForTimeout(100)
    }
    // Ends the count.
    await page.mouse.click(box.x + 2, box.y + 2)
    const times = await frames
    const scriptMs = (1_000 * ((await scriptSeconds()) - before)) / times.length
    const median = times[Math.floor(times.length / 2)]!
    console.log(
      `${NODES} names: there after ${shownMs.toFixed(0)} ms; ${times.length} frames while zooming, median ${median.toFixed(0)} ms drawn by the CPU, of it ${scriptMs.toFixed(0)} ms script`,
    )
    // So many overlap: what counts is how much is drawn.
    const pixels = (await nodesIn(picture)).reduce((sum, { size }) => sum + size, 0)
    expect(pixels).toBeGreaterThan(1_000)
  })
})
