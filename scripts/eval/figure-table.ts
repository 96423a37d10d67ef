import { LIFE_SETS, type LifeSet, PLAIN_SETS, type PlainSet } from './data-sets.ts'
import type { Recall } from './figures.ts'
import type { CalibrationFigures } from './measure-calibration.ts'
import type { ConversationFigures } from './measure-conversations.ts'
import type { CostFigures } from './measure-cost.ts'
import type { HopFigures } from './measure-facts.ts'
import type { LifeFigures } from './measure-lives.ts'
import type { PlainFigures } from './measure-plain.ts'
import type { SessionFigures } from './measure-sessions.ts'

/** Everything that a run measured. */
export interface Figures {
  readonly at: string
  readonly quick: boolean
  readonly locomo: ConversationFigures | null
  readonly chats: ConversationFigures
  readonly personalFacts: Recall
  readonly factsBesideChats: Recall
  readonly hops: HopFigures
  readonly plain: Readonly<Record<PlainSet, PlainFigures>>
  /** null: the service that was measured makes no accounts for them. */
  readonly lives: Readonly<Record<LifeSet, LifeFigures>> | null
  /** The encoder's cosine and nothing else, on the same questions. */
  readonly cosineAlone: {
    readonly dialogues: Recall | null
    readonly chats: Recall
    readonly personalFacts: Recall
    readonly factsBesideChats: Recall
  }
  readonly sessions: SessionFigures
  readonly calibration: CalibrationFigures
  readonly deterministic: number
  readonly scoring: CostFigures
}

export interface Row {
  readonly section: string
  readonly what: string
  readonly figure: string
  readonly aim: string
  readonly met: boolean | null
}

/** One row a figure; where there is an aim, whether it is met. */
export function toRows(figures: Figures): Row[] {
  const { locomo, chats, personalFacts, factsBesideChats, hops, sessions, calibration, scoring } = figures
  const rows: Row[] = []
  const add = (section: string, what: string, figure: string, aim = '', met: boolean | null = null) =>
    rows.push({ section, what, figure, aim, met })
  const least = (section: string, what: string, value: number, aim: number) =>
    add(section, what, three(value), `≥ ${three(aim)}`, value >= aim)

  const alone = (section: string, recall: Recall | null) =>
    recall && add(section, 'cosine alone, R@1 / R@5 / R@10', oneFiveTen(recall))
  const { cosineAlone } = figures

  if (locomo) {
    const section = `dialogues (${locomo.hybrid.questions} questions)`
    least(section, 'hybrid R@10', locomo.hybrid.r10, 0.79)
    add(section, 'hybrid R@1 / R@5 / R@10', oneFiveTen(locomo.hybrid))
    alone(section, cosineAlone.dialogues)
    add(section, 'hybrid R@5 / R@20 / MRR', triple(locomo.hybrid))
    least(section, 'hybrid R@10, multi-hop', locomo.hybrid.categories['multi-hop']?.r10 ?? 0, 0.48)
    for (const [category, recall] of Object.entries(locomo.hybrid.categories))
      if (category !== 'multi-hop') add(section, `hybrid R@10, ${category}`, three(recall.r10))
    least(section, 'episodic R@10', locomo.episodic.r10, 0.79)
    add(section, 'episodic R@5 / R@20 / MRR', triple(locomo.episodic))
    add(section, 'retrieve, ms p50 / p95', `${one(locomo.latencyMs.p50)} / ${one(locomo.latencyMs.p95)}`)
  }
  const chatSection = `chats (${chats.hybrid.questions} questions)`
  add(chatSection, 'hybrid R@10', three(chats.hybrid.r10))
  add(chatSection, 'hybrid R@1 / R@5 / R@10', oneFiveTen(chats.hybrid))
  alone(chatSection, cosineAlone.chats)
  add(chatSection, 'hybrid R@5 / R@20 / MRR', triple(chats.hybrid))
  for (const [category, recall] of Object.entries(chats.hybrid.categories))
    add(chatSection, `hybrid R@10, ${category}`, three(recall.r10))
  add(chatSection, 'episodic R@10', three(chats.episodic.r10))

  const factSection = `isolated facts (${personalFacts.questions})`
  least(factSection, 'R@5', personalFacts.r5, 0.9)
  add(factSection, 'R@1 / MRR', `${three(personalFacts.r1)} / ${three(personalFacts.mrr)}`)
  add(factSection, 'R@1 / R@5 / R@10', oneFiveTen(personalFacts))
  alone(factSection, cosineAlone.personalFacts)
  add(factSection, 'with all the chats beside them, R@1 / R@5 / R@10', oneFiveTen(factsBesideChats))
  add(factSection, 'the same by cosine alone', oneFiveTen(cosineAlone.factsBesideChats))

  const hopSection = `multi-hop (${hops.withHops.questions} questions)`
  least(hopSection, 'R@5 with max_hops', hops.withHops.r5, 0.8)
  add(
    hopSection,
    'R@5 with max_hops, two / three hops',
    `${three(hops.withHops.two.r5)} / ${three(hops.withHops.three.r5)}`,
  )
  add(hopSection, 'R@5 without', three(hops.withoutHops.r5))
  add(
    hopSection,
    'R@5 without, two / three hops',
    `${three(hops.withoutHops.two.r5)} / ${three(hops.withoutHops.three.r5)}`,
  )

  for (const set of PLAIN_SETS) {
    const { other, change } = figures.plain[set]
    const section = `plain statements${set === 'dev' ? ', dev' : ''} (${other.of + change.of} cases)`
    add(section, 'first, beside a later one of another thing', `${other.right} of ${other.of}`)
    add(section, 'first, after a change', `${change.right} of ${change.of}`)
  }

  for (const set of figures.lives ? LIFE_SETS : []) {
    const life = figures.lives![set]
    const section = `${nameOf(set)} (${life.questions} questions)`
    const { whole, cosineAlone, outdatedAbove, unknown } = life
    add(section, 'R@1 / R@3 / R@10', `${three(whole.r1)} / ${three(whole.r3)} / ${three(whole.r10)}`)
    add(section, 'cosine alone', `${three(cosineAlone.r1)} / ${three(cosineAlone.r3)} / ${three(cosineAlone.r10)}`)
    add(section, 'what is outdated above what is current', `${outdatedAbove.questions} of ${outdatedAbove.of}`)
    add(section, `never told (${unknown.questions}): anything ≥ .4 / ≥ .7`, `${unknown.atLeast4} / ${unknown.atLeast7}`)
    add(section, 'right among the first three, with ≥ .7', three(life.sure))
  }

  const { followUps, questions } = sessions
  const before = `≥ ${three(followUps.without.r5)}`
  add('session', `follow-ups (${followUps.without.questions}), R@5 without session_id`, three(followUps.without.r5))
  add(
    'session',
    'follow-ups, R@5 in their session',
    three(followUps.within.r5),
    before,
    followUps.within.r5 >= followUps.without.r5,
  )
  add(
    'session',
    `whole questions (${questions.without.questions}), R@10 without session_id`,
    three(questions.without.r10),
  )
  add('session', 'whole questions, R@10 in the session of the answer', three(questions.within.r10))
  add('session', 'whole questions, R@10 in another session', three(questions.elsewhere.r10))

  const [tangential, probable, direct] = calibration.bands
  const band = (name: string, at: typeof direct, below: typeof direct | null, times: number) =>
    add(
      'calibration',
      `evidence among facts scored ${name} (${at!.facts})`,
      three(at!.evidence),
      below ? `≥ ${three(times * below.evidence)}` : '',
      below ? at!.evidence >= times * below.evidence : null,
    )
  band('.7 and up', direct, probable!, 1)
  band('.4 to .7', probable, tangential!, 2)
  band('.2 to .4', tangential, null, 0)
  const { offTopic, offTopicOfFacts, restated, single } = calibration
  if (offTopic) {
    const met = offTopic.atLeast7 <= 0.05
    add('calibration', `off topic (${offTopic.questions}): anything ≥ .7`, three(offTopic.atLeast7), '≤ .050', met)
    add('calibration', 'off topic: anything ≥ .4 / ≥ .2', `${three(offTopic.atLeast4)} / ${three(offTopic.any)}`)
  }
  add(
    'calibration',
    `off topic among some forty isolated facts (${offTopicOfFacts.questions}): anything ≥ .7 / ≥ .4`,
    `${three(offTopicOfFacts.atLeast7)} / ${three(offTopicOfFacts.atLeast4)}`,
  )
  add(
    'calibration',
    `restated (${restated.texts}): share ≥ .9`,
    three(restated.atLeast9),
    '1.000',
    restated.atLeast9 === 1,
  )
  add('calibration', 'restated: lowest / mean', `${three(restated.lowest)} / ${three(restated.mean)}`)
  add(
    'calibration',
    `the only memory (${single.texts}): ≥ .4 for its question / for another`,
    `${three(single.own)} / ${three(single.other)}`,
  )

  least('determinism', 'same query, same facts, scores and order', figures.deterministic, 1)
  add(
    'cost',
    `scoring ${scoring.candidates} candidates, ms p50 / p95`,
    `${scoring.p50.toFixed(2)} / ${scoring.p95.toFixed(2)}`,
    '< 2',
    scoring.p50 < 2,
  )
  return rows
}

const three = (value: number) => (value >= 1 ? value.toFixed(3) : value.toFixed(3).replace(/^0/, ''))
const one = (value: number) => value.toFixed(1)
const triple = ({ r5, r20, mrr }: Recall) => `${three(r5)} / ${three(r20)} / ${three(mrr)}`
const oneFiveTen = ({ r1, r5, r10 }: Recall) => `${three(r1)} / ${three(r5)} / ${three(r10)}`

/** For the terminal. */
export function printTable(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ what }) => what.length))
  let section = ''
  return rows
    .map((row) => {
      const head = row.section === section ? '' : `\n${row.section}\n`
      section = row.section
      const mark = row.met === null ? '' : row.met ? '  ✓' : '  ✗'
      return `${head}  ${row.what.padEnd(width)}  ${row.figure.padEnd(22)} ${row.aim}${mark}`.trimEnd()
    })
    .join('\n')
}

/** For docs/quality.md. */
export function markdownTable(rows: readonly Row[]): string {
  const lines = rows.map(({ section, what, figure, aim, met }, at) => {
    const name = rows[at - 1]?.section === section ? '' : section
    return `| ${name} | ${what} | ${figure} | ${aim}${met === null ? '' : met ? ' ✓' : ' ✗'} |`
  })
  return ['| | measured | figure | aim |', '|---|---|---|---|', ...lines].join('\n')
}

function nameOf(set: LifeSet): string {
  if (set.startsWith('accounts')) return `small accounts${set.slice('accounts'.length).replace('-', ', ')}`
  return set === 'first' ? 'lives' : `lives, ${set.replace('-', ' ')}`
}
