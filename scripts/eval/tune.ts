import { parseArgs } from 'node:util'
import { CALIBRATION } from '../../src/domain/ranking/calibrate.ts'
import { OUTDATED } from '../../src/domain/ranking/outdated.ts'
import { weights as chosen, type Weights } from '../../src/domain/ranking/weights.ts'
import { argumentProblem, runScript } from '../problem.ts'
import { describeScores, exampleOf, fitCalibration, scoredBy, type Way } from './calibration-fit.ts'
import { mean } from './figures.ts'
import { comparedOf, describeOutdated, fitOutdated, labelledPairs, type OutdatedConstants } from './outdated-fit.ts'
import type { Recollected } from './recollections.ts'
import { loadTuningSets, type TuningSet } from './tuning-data.ts'
import { createSearch, ranksOf, type Search } from './tuning-search.ts'

const HELP = `Chooses the weights of src/domain/ranking/weights.ts from data, without a service.

  npm run tune -- [options]

  --locomo FILE     dialogues to choose on too, in LoCoMo's neutral form
  --weights A,B,…   the weights to move (all but those on which most sets have nothing to say: faded, distrust, superseded, outdated,
                    overturns, reranked, corrects, named, leads, answers)
  --look            only measure the weights as they are, what each step adds, and what each of them is worth
  --calibrate       fit the scores of src/domain/ranking/calibrate.ts instead: how sure a score is
  --outdated        fit src/domain/ranking/outdated.ts instead: whether a newer memory overturned an older one
  --help            this text

The search begins at plain weights, not at those in use. A set counts by the square root of its questions. The choice is checked across folds: conversations, chats and people that it is measured
on took no part in it.
`

const FOLDS = 5

/** Nothing has faded in the sets or comes from a source that was caught, and only lives change: these are chosen by themselves. */
const UNTOLD: readonly string[] = [
  'faded',
  'distrust',
  'superseded',
  'outdated',
  'overturns',
  'reranked',
  'corrects',
  'named',
  'leads',
  'answers',
] satisfies (keyof Weights)[]

/** Where the search begins: meaning four times as much as words, and all that stands around as much as either. */
const PLAIN: Weights = {
  ...chosen,
  ...{
    meaning: 0.8,
    words: 0.2,
    soft: 0.5,
    who: 0.4,
    session: 0.4,
    reply: 0.4,
    window: 0.4,
    before: 0.1,
    proximity: 0.8,
  },
}
const everything = () => true

function tune(sets: readonly TuningSet[], search: Search, names: readonly (keyof Weights)[]): void {
  const best = search.best(PLAIN, names)
  print(`as they are   ${describe(chosen)}\n${measured(sets, chosen)}`)
  print(`best of all   ${describe(best)}\n${measured(sets, best)}`)

  const folds = foldOf(sets)
  const gains = Array.from({ length: FOLDS }, (_, fold) => {
    const weights = search.bestTried((question) => folds.get(question.group) !== fold)
    print(`without fold ${fold + 1}: ${describe(weights)}`)
    const held = (question: Recollected) => folds.get(question.group) === fold
    const [after, before] = [search.worthOf(weights, held), search.worthOf(chosen, held)]
    return sets.map(({ questions }, at) => (questions.some(held) ? after[at]! - before[at]! : null))
  })
  const gainOf = (at: number) => mean(gains.flatMap((gain) => gain[at] ?? []))
  print(`gain on what was held back: ${sets.map(({ name }, at) => `${name} ${signed(gainOf(at))}`).join(' · ')}`)
}

/** What is ranked by, one step after the other. */
const ALONE: Weights = {
  ...chosen,
  ...{ words: 0, soft: 0, who: 0, session: 0, reply: 0, window: 0, before: 0, faded: 0, distrust: 0 },
  ...{ named: 0, leads: 0, answers: 0, corrects: 0, outdated: 0, overturns: 0, reranked: 0 },
}
const { words, soft, who, session, reply, window, before } = chosen
const STEPS: readonly (readonly [string, Weights])[] = [
  ['meaning alone', ALONE],
  ['with words and talk', { ...ALONE, words, soft, who, session, reply, window, before }],
  ['with what is read', { ...chosen, reranked: 0 }],
  ['reranked', chosen],
]

/** What each step adds, and what is lost without each weight: the reason why it is there. */
function look(sets: readonly TuningSet[], search: Search): void {
  print(`as they are   ${describe(chosen)}\n${measured(sets, chosen)}`)
  for (const [step, weights] of STEPS) print(`${step}\n${measured(sets, weights)}`)
  const whole = search.worthOf(chosen, everything)
  for (const name of Object.keys(chosen) as (keyof Weights)[]) {
    const without = search.worthOf({ ...chosen, [name]: 0 }, everything)
    print(
      `without ${name.padEnd(14)} ${sets.map((set, at) => `${set.name} ${signed(without[at]! - whole[at]!)}`).join(' · ')}`,
    )
  }
}

/** The constants of the calibration, and what they would come to on conversations, chats, people and lives that took no part in it. */
function fitScores(sets: readonly TuningSet[], way: Way): void {
  // Where facts lead to each other, one that is no answer is still on the way to it.
  const examples = sets
    .filter(({ name }) => name !== 'multi-hop')
    .flatMap(({ name, questions, offTopic }) => [
      ...questions.flatMap((question) => exampleOf(way, name, question, true)),
      ...offTopic.flatMap((question) => exampleOf(way, name, question, false)),
    ])
  const asTheyAre = CALIBRATION[way]
  print(`${way}: as it is\n${describeBoth(asTheyAre)}`)
  print(describeScores(examples.map((example) => scoredBy(asTheyAre, example))))
  print(`${way}: fitted\n${describeBoth(fitCalibration(way, examples))}`)
  const folds = foldOf(sets)
  const held = Array.from({ length: FOLDS }, (_, fold) => {
    const fit = fitCalibration(
      way,
      examples.filter(({ group }) => folds.get(group) !== fold),
    )
    return examples.filter(({ group }) => folds.get(group) === fold).map((example) => scoredBy(fit, example))
  }).flat()
  print(`each fold scored by a fit without it\n${describeScores(held)}`)
}

const describeBoth = ({ known, answers }: { readonly known: object; readonly answers: object }) =>
  `  known: ${describe(known)}\n  answers: ${describe(answers)}`

/** The constants of what is outdated, and what they would come to on lives that took no part in it. */
function fitPairs(sets: readonly TuningSet[]): void {
  const lives = sets.filter(({ name }) => name === 'lives')
  const compared = lives.flatMap(({ questions }) => questions.map(comparedOf))
  const pairs = labelledPairs(compared)
  print(`${pairs.length} pairs, of which ${pairs.filter(({ is }) => is).length} were overturned`)
  const folds = foldOf(lives)
  const withoutFold = Array.from({ length: FOLDS }, (_, fold) =>
    fitOutdated(compared.filter(({ question }) => folds.get(question.group) !== fold)),
  )
  const judged = (constantsOf: (question: Recollected) => OutdatedConstants | null) =>
    describeOutdated(compared, constantsOf)
  print(`nothing sinks\n${judged(() => null)}`)
  print(`as it is      ${describe(OUTDATED)}\n${judged(() => OUTDATED)}`)
  print(`fitted        ${describe(fitOutdated(compared))}`)
  print(`each fold judged by a fit without it\n${judged(({ group }) => withoutFold[folds.get(group)!]!)}`)
}

function measured(sets: readonly TuningSet[], weights: Weights): string {
  return sets
    .map(({ name, questions }) => {
      const ranks = questions.map((question) => ranksOf(question, weights))
      const at = (depth: number) => mean(ranks.map((list) => list.filter((rank) => rank <= depth).length / list.length))
      const depths = [1, 5, 10, 20].map((depth) => `R@${depth} ${at(depth).toFixed(3)}`)
      return `  ${name.padEnd(16)} ${questions.length} questions  ${depths.join('  ')}`
    })
    .join('\n')
}

/** Groups of each set go round the folds. */
function foldOf(sets: readonly TuningSet[]): Map<string, number> {
  const folds = new Map<string, number>()
  for (const { questions } of sets)
    for (const [at, group] of [...new Set(questions.map((question) => question.group))].entries())
      folds.set(group, at % FOLDS)
  return folds
}

const describe = (weights: object) =>
  Object.entries(weights)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
const signed = (value: number) => `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(4)}`
const print = (line: string) => process.stdout.write(`${line}\n`)

function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}\r`)
}

function read() {
  try {
    return parseArgs({
      options: {
        locomo: { type: 'string' },
        weights: {
          type: 'string',
          default: Object.keys(chosen)
            .filter((name) => !UNTOLD.includes(name))
            .join(','),
        },
        look: { type: 'boolean', default: false },
        calibrate: { type: 'boolean', default: false },
        outdated: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    throw argumentProblem(error, 'npm run tune -- --help lists the options.')
  }
}

await runScript(async () => {
  const options = read()
  if (options.help) {
    process.stdout.write(HELP)
    return
  }
  const sets = await loadTuningSets(options.locomo, showProgress)
  const search = createSearch(sets, showProgress)
  if (options.calibrate) for (const way of ['reranked', 'alone'] as const) fitScores(sets, way)
  else if (options.outdated) fitPairs(sets)
  else if (options.look) look(sets, search)
  else tune(sets, search, options.weights.split(',') as (keyof Weights)[])
})
