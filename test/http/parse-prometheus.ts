export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Family {
  readonly type: string
  readonly help: string
  readonly samples: readonly Sample[]
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?)|NaN|[+-]Inf)$/
const LABEL = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,(?=.)|$)/

/**
 * The text format 0.0.4, read strictly: every family has HELP and TYPE before its samples, stands in one piece, and no series comes twice. Of a
 * histogram the buckets are cumulative and end with `+Inf`, which is the count.
 */
export function parsePrometheus(text: string): Map<string, Family> {
  const families = new Map<string, { type: string; help: string; samples: Sample[] }>()
  const seen = new Set<string>()
  let current: string | null = null
  let help: { name: string; text: string } | null = null
  if (!text.endsWith('\n')) throw new Error('the last line must end with a line feed')
  for (const line of text.slice(0, -1).split('\n')) {
    const meta = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line)
    if (meta?.[1] === 'HELP') {
      help = { name: meta[2]!, text: meta[3]! }
      continue
    }
    if (meta) {
      const [, , name, type] = meta as unknown as string[]
      if (help?.name !== name) throw new Error(`TYPE without HELP: ${line}`)
      if (families.has(name!)) throw new Error(`in two pieces: ${name}`)
      if (!['counter', 'gauge', 'histogram'].includes(type!)) throw new Error(`no type: ${line}`)
      families.set(name!, { type: type!, help: help!.text, samples: [] })
      current = name!
      continue
    }
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? []
    if (!name || current === null) throw new Error(`not a sample: ${line}`)
    const family = families.get(current)!
    const allowed = family.type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    if (!allowed.some((suffix) => name === current + suffix)) throw new Error(`${name} does not belong to ${current}`)
    const key = line.slice(0, line.lastIndexOf(' '))
    if (seen.has(key)) throw new Error(`twice: ${key}`)
    seen.add(key)
    family.samples.push({ name, labels: parseLabels(labels), value: toNumber(value!) })
  }
  for (const [name, family] of families) {
    if (family.type === 'counter' && !name.endsWith('_total')) throw new Error(`a counter ends with _total: ${name}`)
    if (family.type === 'histogram') checkHistogram(name, family.samples)
  }
  return families
}

const toNumber = (text: string) => Number(text.replace('Inf', 'Infinity'))

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  for (let rest = text; rest !== ''; ) {
    const [whole, name, value] = LABEL.exec(rest) ?? []
    if (!whole) throw new Error(`not labels: ${text}`)
    labels[name!] = value!.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))
    rest = rest.slice(whole.length)
  }
  return labels
}

function checkHistogram(name: string, samples: readonly Sample[]): void {
  const keyOf = ({ labels: { le: _, ...labels } }: Sample) => JSON.stringify(labels)
  for (const [key, series] of Map.groupBy(samples, keyOf)) {
    const buckets = series.filter((sample) => sample.name.endsWith('_bucket'))
    const bounds = buckets.map(({ labels }) => toNumber(labels.le!))
    const count = series.find((sample) => sample.name === `${name}_count`)?.value
    if (bounds.some((bound, at) => at > 0 && bound <= bounds[at - 1]!)) throw new Error(`bounds: ${name} ${key}`)
    if (buckets.some(({ value }, at) => at > 0 && value < buckets[at - 1]!.value))
      throw new Error(`falls: ${name} ${key}`)
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY || buckets.at(-1)!.value !== count)
      throw new Error(`count: ${name} ${key}`)
    if (!series.some((sample) => sample.name === `${name}_sum`)) throw new Error(`no sum: ${name} ${key}`)
  }
}

/** The value of the series with these labels, others aside; 0 where there is none. */
export const sumOf = (families: ReadonlyMap<string, Family>, name: string, labels: Record<string, string> = {}) =>
  [...families.values()]
    .flatMap(({ samples }) => samples)
    .filter(
      (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )
    .reduce((sum, { value }) => sum + value, 0)
