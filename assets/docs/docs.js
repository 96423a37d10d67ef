// The reference page: made of /openapi.json, nothing else. What a caller types as key stays in the two fields of the page.

/**
 * As much of an OpenAPI document as the page shows.
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string} [refName] Where it came from, once resolved.
 * @property {string | string[]} [type]
 * @property {string} [description]
 * @property {unknown} [const]
 * @property {unknown[]} [enum]
 * @property {unknown} [default]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [minLength]
 * @property {number} [maxLength]
 * @property {number} [minItems]
 * @property {Schema} [items]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 * @property {Schema[]} [anyOf]
 * @property {Schema[]} [oneOf]
 * @property {boolean} [nullable] Said of what may be null, once unwrapped.
 *
 * @typedef {{ schema: Schema, example?: unknown }} JsonBody
 * @typedef {{ content?: Record<string, JsonBody> }} WithContent
 * @typedef {{ name: string, in: string, required?: boolean, description?: string, schema: Schema }} Parameter
 * @typedef {WithContent & { description: string, headers?: Record<string, { description: string }> }} Answer
 *
 * @typedef {object} Operation
 * @property {string} operationId
 * @property {string} summary
 * @property {string} [description]
 * @property {string[]} [tags]
 * @property {Record<string, unknown>[]} [security]
 * @property {WithContent} [requestBody]
 * @property {Parameter[]} [parameters]
 * @property {Record<string, Answer>} responses
 * @property {boolean} [deprecated]
 * @property {string} [x-scope] What a key must be allowed to do.
 *
 * @typedef {{ method: string, path: string, operation: Operation }} Route
 * @typedef {{ plan: string, requests_per_minute: number | null, operations_per_month: number | null, items_per_batch: number | null, graph_qa: boolean }} Plan
 *
 * @typedef {{ status: number, code: string, description: string }} ErrorCode
 *
 * @typedef {object} Reference
 * @property {{ version: string, description: string }} info
 * @property {Record<string, Record<string, Operation>>} paths
 * @property {{ schemas: Record<string, Schema> }} components
 * @property {Plan[]} [x-plans]
 * @property {ErrorCode[]} x-error-codes
 *
 * @typedef {[name: [Node, Node | string], kind: Node, fallback: Node | string, about: Node[]]} FieldRow
 * @typedef {Node | string | null | readonly Child[]} Child
 * @typedef {{ url: string, init: { method: string, headers: Record<string, string>, body?: string } }} Call
 */

/**
 * An element with attributes and children; text goes in as text, never as markup.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number | boolean | null | ((event: Event) => void)>} attributes
 * @param {Child[]} children
 */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(attribute.slice(2), value)
    else if (value !== false && value !== null) made.setAttribute(attribute, value === true ? '' : String(value))
  }
  made.append(...flatten(children))
  return made
}

/**
 * @param {readonly Child[]} children
 * @returns {(Node | string)[]}
 */
function flatten(children) {
  return children.flatMap((child) =>
    child === null ? [] : typeof child === 'string' || child instanceof Node ? [child] : flatten(child),
  )
}

/**
 * Text in which `backticks` mark code.
 * @param {string} [text]
 */
function prose(text) {
  return (text ?? '').split('`').map((part, i) => (i % 2 === 1 ? element('code', {}, part) : part))
}

/** @param {string} id An element of docs.html. */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

/** @param {string} id One of its input fields. */
const typedIn = (id) => /** @type {HTMLInputElement} */ (byId(id)).value

// ── What the document says of a schema ────────────────────────────────────────────────────────────────────────────

/** @type {Reference} */
let reference

/**
 * @param {Schema | undefined} schema
 * @returns {Schema}
 */
function resolve(schema) {
  const name = schema?.$ref?.split('/').at(-1)
  return name ? { ...reference.components.schemas[name], refName: name } : (schema ?? {})
}

/**
 * `null` as one of two alternatives is said in words, and the other alternative is looked at.
 * @param {Schema | undefined} schema
 * @returns {Schema}
 */
function unwrap(schema) {
  const resolved = resolve(schema)
  const alternatives = (resolved.anyOf ?? resolved.oneOf ?? []).map(resolve)
  const real = alternatives.filter((alternative) => alternative.type !== 'null')
  if (alternatives.length === real.length + 1 && real.length === 1)
    return { ...real[0], ...withoutAlternatives(resolved), nullable: true }
  return resolved
}

/** @param {Schema} schema */
function withoutAlternatives({ anyOf, oneOf, ...rest }) {
  return rest
}

/**
 * @param {Schema | undefined} schema
 * @returns {string}
 */
function typeOf(schema) {
  const plain = unwrap(schema)
  const kinds = [plain.type ?? (plain.properties ? 'object' : null)].flat().filter(Boolean)
  const named = (plain.anyOf ?? plain.oneOf)?.map(typeOf).join(' or ')
  const base = plain.type === 'array' ? `array of ${typeOf(plain.items)}` : named || kinds.join(' or ') || 'anything'
  return plain.nullable ? `${base} or null` : base
}

/**
 * Bounds that only say "an integer that JavaScript can hold" say nothing to a reader.
 * @param {number | undefined} bound
 */
const meant = (bound) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER

/** @param {Schema | undefined} schema */
function rulesOf(schema) {
  const plain = unwrap(schema)
  const rules = []
  if (plain.const !== undefined) rules.push(`always ${JSON.stringify(plain.const)}`)
  if (plain.enum) rules.push(`one of ${plain.enum.join(', ')}`)
  if (meant(plain.minimum) && meant(plain.maximum)) rules.push(`${plain.minimum} to ${plain.maximum}`)
  if (plain.maxLength !== undefined)
    rules.push(`${plain.minLength ?? 0} to ${plain.maxLength.toLocaleString('en')} characters`)
  else if (plain.minLength) rules.push(`at least ${plain.minLength} character${plain.minLength > 1 ? 's' : ''}`)
  if (plain.minItems) rules.push(`at least ${plain.minItems} item${plain.minItems > 1 ? 's' : ''}`)
  return rules.join('; ')
}

// ── Tables ────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * @param {string} caption
 * @param {string[]} head
 * @param {Child[][]} rows
 */
function tableOf(caption, head, rows) {
  return element('div', { class: 'scroll' }, fill(element('table', { 'aria-label': caption }), head, rows))
}

/**
 * @param {HTMLElement} table
 * @param {string[]} head
 * @param {Child[][]} rows
 */
function fill(table, head, rows) {
  table.append(
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        head.map((cell) => element('th', { scope: 'col' }, cell)),
      ),
    ),
    element(
      'tbody',
      {},
      rows.map((cells) =>
        element(
          'tr',
          {},
          cells.map((cell) => element('td', {}, cell)),
        ),
      ),
    ),
  )
  return table
}

/**
 * The fields of an object, and those of the objects inside it under their full names.
 * @param {Schema | undefined} schema
 * @returns {FieldRow[]}
 */
function fieldRows(schema, prefix = '', depth = 0) {
  const plain = unwrap(schema)
  return Object.entries(plain.properties ?? {}).flatMap(([name, field]) => {
    const inner = unwrap(field)
    const required = plain.required?.includes(name)
    const fallback = inner.default === undefined ? '' : JSON.stringify(inner.default)
    const nested = inner.type === 'array' ? unwrap(inner.items) : inner
    /** @type {FieldRow} */
    const row = [
      [element('code', {}, prefix + name), required ? element('span', { class: 'required' }, 'required') : ''],
      element('span', { class: 'kind' }, typeOf(field)),
      fallback ? element('code', {}, fallback) : '',
      [element('p', {}, prose(inner.description)), element('p', { class: 'rule' }, rulesOf(field))],
    ]
    const path = `${prefix}${name}${inner.type === 'array' ? '[]' : ''}.`
    return [row, ...(nested.properties && depth < 2 ? fieldRows(nested, path, depth + 1) : [])]
  })
}

/**
 * In an answer every field that is not marked is there; defaults belong to requests.
 * @param {Schema | undefined} schema
 * @returns {HTMLElement}
 */
function answerFields(schema) {
  const plain = unwrap(schema)
  const alternatives = plain.anyOf ?? plain.oneOf
  if (alternatives)
    return element(
      'div',
      {},
      alternatives.flatMap((one) => [element('h3', {}, resolve(one).refName ?? 'one of'), answerFields(one)]),
    )
  const rows = fieldRows(schema).map(([[name, required], kind, , about]) => [
    [name, required === '' ? element('span', { class: 'kind' }, ' sometimes') : ''],
    kind,
    about,
  ])
  return rows.length > 0
    ? tableOf('Fields of the answer', ['field', 'type', 'meaning'], rows)
    : element('p', {}, typeOf(schema))
}

// ── One operation ─────────────────────────────────────────────────────────────────────────────────────────────────

/** @param {WithContent | undefined} thing */
const contentOf = (thing) => thing?.content?.['application/json']

/** @param {Operation} operation */
function neededFor(operation) {
  const scheme = Object.keys(operation.security?.[0] ?? {})[0]
  const needed =
    scheme === 'key'
      ? `needs a key (scope ${operation['x-scope']})`
      : scheme === 'operator'
        ? 'needs the operator token'
        : 'open to anyone'
  return operation.deprecated ? `${needed} · deprecated` : needed
}

/** @param {Route} route */
function section({ method, path, operation }) {
  const body = contentOf(operation.requestBody)
  const parameters = operation.parameters ?? []
  return element(
    'section',
    { id: operation.operationId, 'aria-labelledby': `${operation.operationId}-title` },
    element('h2', { id: `${operation.operationId}-title` }, operation.summary),
    element(
      'p',
      { class: 'route' },
      element('span', { class: 'method' }, method.toUpperCase()),
      path,
      element('span', { class: 'needs' }, neededFor(operation)),
    ),
    operation.description ? element('p', {}, prose(operation.description)) : null,
    parameters.length > 0
      ? [
          element('h3', {}, 'Parameters'),
          tableOf(
            'Parameters',
            ['name', 'type', 'in', 'meaning'],
            parameters.map((one) => [
              [element('code', {}, one.name), one.required ? element('span', { class: 'required' }, 'required') : ''],
              element('span', { class: 'kind' }, typeOf(one.schema)),
              one.in,
              [...prose(one.description), rulesOf(one.schema)],
            ]),
          ),
        ]
      : null,
    body
      ? [
          element('h3', {}, 'Body'),
          tableOf('Fields of the request', ['field', 'type', 'default', 'meaning'], fieldRows(body.schema)),
        ]
      : null,
    element('h3', {}, 'Answers'),
    Object.entries(operation.responses).map(([status, answer]) => answerOf(status, answer)),
    element('h3', {}, 'Try it'),
    trial({ method, path, operation, body, parameters }),
  )
}

/**
 * @param {string} status
 * @param {Answer} answer
 */
function answerOf(status, answer) {
  const headers = Object.entries(answer.headers ?? {})
  return element(
    'details',
    {},
    element(
      'summary',
      {},
      element('span', { class: `status ${Number(status) < 400 ? 'ok' : 'no'}` }, status),
      prose(answer.description),
    ),
    element(
      'div',
      { class: 'inside' },
      answerFields(contentOf(answer)?.schema),
      headers.length > 0
        ? [
            element('h3', {}, 'Headers'),
            tableOf(
              'Headers',
              ['header', 'meaning'],
              headers.map(([name, header]) => [element('code', {}, name), prose(header.description)]),
            ),
          ]
        : null,
    ),
  )
}

// ── Trying a call ─────────────────────────────────────────────────────────────────────────────────────────────────

/** @param {Route & { body: JsonBody | undefined, parameters: Parameter[] }} route */
function trial({ method, path, operation, body, parameters }) {
  const inputs = parameters.map((one) => ({ ...one, input: element('input', { type: 'text', spellcheck: 'false' }) }))
  const text = body ? element('textarea', { spellcheck: 'false', rows: 6 }) : null
  if (text) text.value = JSON.stringify(body?.example ?? {}, null, 2)
  const send = element('button', { class: 'send', type: 'submit' }, 'Send')
  const copy = element('button', { type: 'button' }, 'Copy as curl')
  const answer = element('div', { 'aria-live': 'polite' })

  /** @returns {Call} */
  function call() {
    const query = new URLSearchParams(
      inputs.filter((one) => one.in === 'query' && one.input.value).map((one) => [one.name, one.input.value]),
    )
    const filled = inputs
      .filter((one) => one.in === 'path')
      .reduce((to, one) => to.replace(`{${one.name}}`, encodeURIComponent(one.input.value)), path)
    /** @type {Record<string, string>} */
    const headers = {}
    const scheme = Object.keys(operation.security?.[0] ?? {})[0]
    if (scheme === 'key') headers['x-api-key'] = typedIn('key')
    if (scheme === 'operator') headers.authorization = `Bearer ${typedIn('token')}`
    if (text) headers['content-type'] = 'application/json'
    for (const one of inputs) if (one.in === 'header' && one.input.value) headers[one.name] = one.input.value
    return {
      url: filled + (query.size > 0 ? `?${query}` : ''),
      init: { method: method.toUpperCase(), headers, ...(text ? { body: text.value } : {}) },
    }
  }

  /** @param {Event} event */
  async function onsubmit(event) {
    event.preventDefault()
    send.disabled = true
    const { url, init } = call()
    const begun = performance.now()
    try {
      const response = await fetch(url, init)
      const said = await response.text()
      showAnswer(answer, response, said, performance.now() - begun)
    } catch {
      answer.replaceChildren(element('p', { class: 'answer-line' }, 'The service did not answer.'))
    } finally {
      send.disabled = false
    }
  }

  async function oncopy() {
    await navigator.clipboard.writeText(asCurl(call()))
    copy.textContent = 'Copied, without your key'
    setTimeout(() => {
      copy.textContent = 'Copy as curl'
    }, 2000)
  }

  copy.addEventListener('click', oncopy)
  return element(
    'form',
    { class: 'try', onsubmit },
    inputs.map((one) => element('label', {}, one.name, one.input)),
    text ? element('label', {}, 'Body', text) : null,
    element('div', { class: 'actions' }, send, copy),
    answer,
  )
}

/**
 * @param {HTMLElement} place
 * @param {Response} response
 * @param {string} said
 * @param {number} ms
 */
function showAnswer(place, response, said, ms) {
  const left = response.headers.get('x-ops-remaining')
  const facts = [
    `${Math.round(ms)} ms`,
    ...(left ? [`operations left: ${left}`] : []),
    `request id ${response.headers.get('x-request-id') ?? '–'}`,
  ]
  place.replaceChildren(
    element(
      'p',
      { class: 'answer-line' },
      element('span', { class: `status ${response.ok ? 'ok' : 'no'}` }, String(response.status)),
      facts.join(' · '),
    ),
    element('pre', { tabindex: '0', 'aria-label': 'Answer' }, pretty(said)),
  )
}

/** @param {string} said */
function pretty(said) {
  try {
    return JSON.stringify(JSON.parse(said), null, 2)
  } catch {
    return said
  }
}

/**
 * A key does not belong on a clipboard: the command reads it from the environment.
 * @param {Call} call
 */
function asCurl({ url, init }) {
  /** @type {Record<string, string>} */
  const stand = { 'x-api-key': '$BRAIN_API_KEY', authorization: 'Bearer $BRAIN_ADMIN_TOKEN' }
  const headers = Object.entries(init.headers).map(([name, value]) => `-H "${name}: ${stand[name] ?? value}"`)
  const quoted = init.body ? [`-d '${init.body.replaceAll("'", "'\\''")}'`] : []
  return ['curl', '-s', '-X', init.method, `'${location.origin}${url}'`, ...headers, ...quoted].join(' ')
}

// ── The page ──────────────────────────────────────────────────────────────────────────────────────────────────────

const TITLES = { memory: 'Memory', service: 'Service', admin: 'For the operator' }

/** @param {Route[]} operations */
function contents(operations) {
  const groups = Object.entries(TITLES).map(([tag, title]) => ({
    title,
    group: operations.filter(({ operation }) => operation.tags?.[0] === tag),
  }))
  /** @type {(id: string, text: string) => HTMLElement} */
  const link = (id, text) => element('li', {}, element('a', { href: `#${id}` }, text))
  byId('contents').replaceChildren(
    ...groups.flatMap(({ title, group }) => [
      element('p', {}, title),
      element(
        'ul',
        {},
        group.map(({ operation }) => link(operation.operationId, shortTitle(operation))),
      ),
    ]),
    element('p', {}, 'Limits'),
    element('ul', {}, byId('plans').hidden ? null : link('plans', 'Plans and limits'), link('errors', 'Errors')),
  )
}

/** @param {Operation} operation */
const shortTitle = (operation) => operation.summary.replace(/\s*\(.*\)$/, '')

/** @param {number | null} value */
const orUnlimited = (value) => (value === null ? 'unlimited' : value.toLocaleString('en'))

/** @param {Plan[] | undefined} plans */
function showPlans(plans) {
  if (!plans) return
  const rows = plans.map((plan) => [
    element('code', {}, plan.plan),
    orUnlimited(plan.requests_per_minute),
    orUnlimited(plan.operations_per_month),
    orUnlimited(plan.items_per_batch),
    plan.graph_qa ? 'yes' : 'no',
  ])
  fill(byId('plans-table'), ['plan', 'requests a minute', 'operations a month', 'items a batch', 'graph QA'], rows)
  byId('plans').hidden = false
}

/**
 * Every error that any call may answer with.
 * @param {ErrorCode[]} errors
 */
function showErrors(errors) {
  const rows = errors.map(({ status, code, description }) => [
    element('span', { class: 'status no' }, String(status)),
    element('code', {}, code),
    prose(description),
  ])
  fill(byId('errors-table'), ['status', 'code', 'meaning'], rows)
}

/** Marks in the list of contents what is being read. */
function followReading() {
  const anchors = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('nav a'))
  const links = new Map([...anchors].map((link) => [link.hash.slice(1), link]))
  const watch = new IntersectionObserver(
    (entries) => {
      const shown = entries.find((entry) => entry.isIntersecting)
      if (!shown) return
      for (const link of links.values()) link.removeAttribute('aria-current')
      links.get(shown.target.id)?.setAttribute('aria-current', 'true')
    },
    { rootMargin: '-15% 0px -70% 0px' },
  )
  for (const id of links.keys()) if (byId(id)) watch.observe(byId(id))
}

async function show() {
  const response = await fetch('/openapi.json')
  if (!response.ok) throw new Error(String(response.status))
  reference = await response.json()
  const operations = Object.entries(reference.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  byId('version').textContent = reference.info.version
  byId('about').textContent = reference.info.description
  byId('operations').replaceChildren(...operations.map(section))
  showPlans(reference['x-plans'])
  showErrors(reference['x-error-codes'])
  contents(operations)
  followReading()
  if (location.hash) byId(location.hash.slice(1))?.scrollIntoView({ behavior: 'instant' })
}

byId('identity').addEventListener('submit', (event) => event.preventDefault())
show().catch(() => {
  byId('about').textContent = 'The reference could not be loaded; openapi.json holds all of it.'
})
