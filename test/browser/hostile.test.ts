import { beforeAll, describe, expect, inject } from 'vitest'
import { type Account, newAccount, operator } from './account.ts'
import { type ConsolePage, test, viewsIn } from './console-page.ts'

const ATTACKS = [
  '<img src=x onerror="document.title=`hacked`;alert(1)">',
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  '</textarea></pre></script><iframe src="https://example.com"></iframe>',
  '[click](javascript:alert(1)) javascript:alert(1)',
  '<a href="javascript:alert(1)">Emma</a>',
  '{{constructor.constructor("alert(1)")()}} #{alert(1)}',
  '<base href="https://example.com/"><meta http-equiv="refresh" content="0;url=https://example.com">',
  '<style>*{display:none}</style><link rel=stylesheet href=//example.com/a.css>',
  'javascript:alert(1)//data:text/html,<script>alert(1)</script>',
  '" style="position:fixed;inset:0;background:url(//example.com)" class="told',
  '</title></style><body onload=alert(1)><math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '&lt;img src=x onerror=alert(1)&gt; &#106;avascript:alert(1) %3Cscript%3E',
  'A\u0000B\u0007C\u001b[31mD\u2028E\u2029F\ufeffG\u200bH',
]
/** Turns the order of letters round, and does not turn it back. */
const BIDI = 'Pay \u202egnp.exe\u2066 to Emma \u202d'
const LONG = 'w'.repeat(99_000)

const hostile = (text: string) => ({
  text: `${text} says that Emma lives in ${text}.`,
  speaker: text.slice(0, 60),
  session_id: text.slice(0, 60),
  persona: text.slice(0, 60),
  metadata: { [text.slice(0, 40)]: text.slice(0, 60) },
})

/** Whatever is on the page that only markup or a link of the attacker's could have put there, or that lets the order of letters leak. */
const intruders = ({ page }: ConsolePage): Promise<string[]> =>
  page.evaluate(() => {
    const made = [...document.querySelectorAll('#console :is(img, script, iframe, object, base, meta, link, style)')]
    const handlers = [...document.querySelectorAll('*')].filter((element) =>
      [...element.attributes].some(({ name }) => name.startsWith('on')),
    )
    const links = [...document.querySelectorAll('a')].filter(({ href }) => {
      const { origin, protocol } = new URL(href)
      return !['http:', 'https:'].includes(protocol) || origin !== location.origin
    })
    const turned: Element[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { display, unicodeBidi } = getComputedStyle(node.parentElement!)
      if (
        /[\u202a-\u202e\u2066-\u2069]/.test(node.textContent!) &&
        display === 'inline' &&
        !/isolate|plaintext/.test(unicodeBidi)
      )
        turned.push(node.parentElement!)
    }
    return [...made, ...handlers, ...links, ...turned].map((element) => element.outerHTML.slice(0, 200))
  })

describe('hostile texts stay letters', () => {
  let account: Account
  beforeAll(async () => {
    account = await newAccount()
    const items = [...ATTACKS, BIDI].map(hostile)
    const long = { session_id: LONG.slice(0, 120), persona: LONG.slice(0, 60), speaker: LONG.slice(0, 60) }
    const named = { text: `${'W'.repeat(200)} lives in ${'L'.repeat(200)}.`, ...long }
    await account.client.get('POST', '/brain/ingest/batch', {
      items: [...items, named, { text: `Emma likes ${LONG}` }],
    })
  })

  test('in every view of an account', async ({ open }) => {
    const opened = await open({ key: account.key })
    const { page, goTo, settled } = opened
    const list = await page.getByRole('main').textContent()
    for (const attack of ATTACKS.filter((text) => !/\p{Cc}/u.test(text))) expect(list).toContain(attack)
    const { memories } = await account.client.get<{ memories: { id: string; text: string }[] }>(
      'GET',
      '/brain/memories',
    )
    const wrong: string[] = []
    const places = [
      ...(await viewsIn(page)).map(({ place }) => place),
      ...memories.filter(({ text }) => /onerror|\u202e|w{99}/.test(text)).map(({ id }) => `#/memory/${id}`),
      '#/profile?entity=Emma',
    ]
    for (const place of places) {
      await goTo(place)
      if (place === '#/ask') {
        await page.getByLabel('Question').fill('Where does Emma live, and what does she like?')
        await page.keyboard.press('Enter')
        await page.getByRole('article').first().waitFor()
        await settled()
      }
      wrong.push(...(await intruders(opened)).map((what) => `${place}: ${what}`))
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (wide > 0) wrong.push(`${place} is ${wide} px too wide`)
    }
    expect(wrong).toEqual([])
    expect(await page.title()).not.toContain('hacked')
  })

  test('in the list of names, where each still tells its kind', async ({ open }) => {
    const { key } = await newAccount(`${'W'.repeat(40)} knows ${'M'.repeat(40)}.`)
    const { page, goTo } = await open({ key })
    await goTo('#/graph')
    const cut = await page.locator('.names').evaluateAll(
      (lists) =>
        lists.flatMap((list) => {
          const { right } = list.getBoundingClientRect()
          return [...list.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > right + 1)
        }).length,
    )
    expect(await page.locator('.names .name').filter({ hasText: 'WWWW' }).count()).toBe(1)
    expect(cut).toBe(0)
  })

  test('in the name of a file, in what is wrong with it, and in errors', async ({ open }) => {
    const { key } = await newAccount()
    const opened = await open({ key, refusals: true, viewport: { width: 360, height: 740 } })
    const { page, goTo } = opened
    const detail = `${ATTACKS[0]} ${BIDI} ${'w'.repeat(500)}`
    await goTo('#/data')
    const form = page.getByRole('form', { name: 'Import' })
    await form.getByLabel('File').setInputFiles({
      name: `<img src=x onerror=alert(1)>${'w'.repeat(150)}\u202e.jsonl`,
      mimeType: 'application/json',
      buffer: Buffer.from(`\n{"text":"I live in Lyon."}\n{"text": 5, "persona": "${'<b>'.repeat(50)}"}\n`),
    })
    await form.locator('button[type=submit]').click()
    await expect.poll(() => form.textContent()).toMatch(/could not be read/)
    await form.locator('summary').click()
    expect(await form.getByRole('listitem').allTextContents()).toEqual([expect.stringMatching(/line 3/)])
    const wrong = await intruders(opened)
    for (const place of ['#/memories', '#/ask', '#/graph', '#/profile', '#/usage', '#/memory/m_1']) {
      await page.route('**/brain/**', (route) =>
        route.fulfill({ status: 400, json: { code: 'x', detail, title: detail } }),
      )
      await goTo(place)
      if (place === '#/ask') {
        await page.getByLabel('Question').fill('Who?')
        await page.keyboard.press('Enter')
      }
      await expect.poll(() => page.getByRole('alert').textContent()).toContain(ATTACKS[0])
      wrong.push(...(await intruders(opened)).map((what) => `${place}: ${what}`))
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (wide > 0) wrong.push(`${place} is ${wide} px too wide`)
      await page.unroute('**/brain/**')
    }
    expect(wrong).toEqual([])
  })

  test('in the dialogs and in what is told', async ({ open }) => {
    const { key, client } = await newAccount(ATTACKS[0]!)
    const opened = await open({ key })
    const { page } = opened
    await page.getByRole('main').getByRole('link').first().click()
    for (const name of ['Edit', 'Erase']) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      expect(await intruders(opened)).toEqual([])
      await page.keyboard.press('Escape')
    }
    expect((await client.get<{ memories: unknown[] }>('GET', '/brain/memories')).memories).toHaveLength(1)
  })

  test('in the address', async ({ open }) => {
    const opened = await open({ key: account.key, refusals: true })
    for (const attack of [ATTACKS[0]!, BIDI, '%E0%A4%A', '../../admin/accounts'])
      for (const place of [
        `#/memory/${attack}`,
        `#/memory/${encodeURIComponent(attack)}`,
        `#/graph?entity=${encodeURIComponent(attack)}&as_of=${encodeURIComponent(attack)}`,
        `#/memories?q=${encodeURIComponent(attack)}&since=x`,
        `#/${attack}`,
      ]) {
        await opened.goTo(place)
        expect([place, await intruders(opened)]).toEqual([place, []])
        await opened.page.getByRole('navigation', { name: 'Views' }).waitFor()
      }
  })

  test('in the views of the operator', async ({ open }) => {
    const admin = operator()
    const { account: id } = await admin.get<{ account: string }>('POST', '/admin/accounts', {
      ...{ name: ATTACKS[0]!.slice(0, 64), plan: 'starter' },
    })
    await admin.get('POST', `/admin/accounts/${id}/keys`, { label: ATTACKS[1]!, personas: [ATTACKS[2]!, BIDI] })
    await admin.get('POST', `/admin/accounts/${id}/keys`, { label: 'w'.repeat(64), personas: ['w'.repeat(120)] })
    await admin.get('POST', `/admin/accounts/${id}/keys`, { label: BIDI })
    const opened = await open({ token: inject('service').token, viewport: { width: 360, height: 740 } })
    const wrong: string[] = []
    for (const { place } of await viewsIn(opened.page)) {
      await opened.goTo(place)
      const link = opened.page.getByRole('main').getByText('<img src=x').first()
      if ((await link.count()) > 0) {
        await link.click()
        await opened.settled()
      }
      wrong.push(...(await intruders(opened)))
      const wide = await opened.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (wide > 0) wrong.push(`${place} is ${wide} px too wide`)
    }
    expect(wrong).toEqual([])
    await admin.get('DELETE', `/admin/accounts/${id}`)
  })
})
