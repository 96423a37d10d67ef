import { IRREGULAR_BOTH } from '../../domain/statement/past-forms.ts'
import { relationByNoun } from '../../domain/statement/relations.ts'
import { LETTER_OR_DIGIT } from '../../runtime/pattern.ts'
import type { Clause } from '../clauses/clause.ts'
import { isOfMe, isSaidOf } from '../clauses/is-said-of.ts'
import { isSingular } from '../clauses/subject-phrase.ts'
import { isCopula, type VerbGroup } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'
import { isGivenName } from '../words/given-names.ts'
import { verbForm } from '../words/verb-forms.ts'
import { POSSESSIVES, TIME_NOUNS, WEEKDAYS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { HASTY_CLAUSES } from './hasty-clauses.ts'
import { kindOf } from './mentions.ts'
import { isNaming } from './naming-facts.ts'
import type { Reading } from './reading.ts'

/** "leave", "stop eating", "do not mix" */
const isBase = ({ bare, chain, start }: VerbGroup, tokens: readonly Token[]): boolean =>
  bare || tokens[start]!.lower === 'do' || (chain.length > 0 && tokens[start]!.lower === chain[0])

/** What is done once, where it is done at all. */
const PROPOSED = wordSet(
  'sell move cancel paint buy leave drop book cut swap order rent hire replace postpone skip wait start be',
)

const KILLING = /^(?:kill|murder|slaughter|strangle|throttle|butcher|crucify|behead)(?:e?d|led)?$/

/** "kills", "got murdered" */
const isKilling = ({ verb }: Clause, tokens: readonly Token[]): boolean =>
  KILLING.test(verb.lemma) || (verb.passive && KILLING.test(tokens[verb.main]!.lower))

/** Of these one has no two. */
const ONE_OF_A_KIND = /^(?:mum|mom|mam|mother|dad|father|wife|husband|nan|gran|grandad|grandpa|grandma|boss|landlord)s$/

/** Nouns that are always of something. */
const OF_SOMETHING = wordSet(
  `code pw pwd password passcode pin cause reason contact name names guy deadline email mail phone price fee cost budget total rate limit record topic theme title
  client sponsor firm owner landlord manager supervisor tutor teacher coach test exam result score size colour color number address key entry reference ref`,
)

/** Words and marks. */
const LONGEST = 50

/** Clauses that state nothing of their own, whatever they mention. */
export const SILENT_CLAUSES: readonly {
  readonly name: string
  readonly when: (clause: Clause, reading: Reading) => boolean
}[] = [
  ...HASTY_CLAUSES,
  { name: 'noun-before-subject', when: followsNoun },
  // "Sem's is Tim", "mine is red", "mums is the 28th": of what, is not said.
  {
    name: 'owner-without-thing',
    when: ({ subjects, subjectEnd, verb }, { analysis: { tokens } }) =>
      (subjectEnd < verb.start && tokens[subjectEnd]?.pos === 'POSS') ||
      subjects.some(({ np }) => {
        const { lower } = tokens[np.head]!
        if (/^(?:mine|yours|his|hers|ours|theirs)$/.test(lower)) return true
        return !np.determiner && ONE_OF_A_KIND.test(lower) && /^(?:is|was)$/.test(tokens[verb.start]!.lower)
      }),
  },
  // "Let's Encrypt renews itself", "God is a woman"
  {
    name: 'nobody',
    when: (clause, { analysis: { tokens } }) =>
      isSaidOf('god', clause, tokens) || (isSaidOf('let', clause, tokens) && tokens[clause.verb.start]!.lower === "'s"),
  },
  // "Tom works at Acme, Mia at Kestrel and Ben at Halden"
  {
    name: 'verb-left-out',
    when: ({ objects: direct, prepositions }, { analysis: { tokens } }) =>
      direct.length === 0 &&
      prepositions.some(
        ({ preposition, objects }, at) =>
          objects.length > 1 &&
          prepositions
            .slice(at + 1)
            .some(
              (later) =>
                later.preposition === preposition &&
                later.objects.some(({ np }) => !np.time && /^(?:PROPN|NUM)$/.test(tokens[np.head]!.pos)),
            ),
      ),
  },
  // "he's basically a child himself", "the foam was practically bread": it is not.
  {
    name: 'almost-is',
    when: ({ verb, end }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      tokens
        .slice(verb.start, Math.max(end, verb.end + 2))
        .some(({ lower }) =>
          /^(?:basically|practically|virtually|essentially|literally|technically|kinda|sorta)$/.test(lower),
        ),
  },
  // "I'm a single parent when Tom's on nights": only then.
  {
    name: 'is-only-then',
    when: ({ verb, role, end }, { analysis: { clauses, tokens } }) =>
      role === 'main' &&
      isCopula(verb) &&
      clauses.some(
        ({ marker, subjectStart }) =>
          /^(?:when|whenever)$/.test(marker ?? '') &&
          subjectStart >= end &&
          !tokens.slice(end, subjectStart).some(({ pos }) => pos === 'PUNCT'),
      ),
  },
  // "I start radiotherapy once the wound has healed": not before.
  {
    name: 'not-before-then',
    when: ({ verb, role, end }, { analysis: { chunks, tokens } }) => {
      const next = chunks.find(({ start }) => start >= end)
      return (
        role === 'main' && !verb.past && !verb.perfect && next?.type === 'sc' && tokens[next.start]!.lower === 'once'
      )
    },
  },
  // "Yusuf's bday is the 3rd, Elif's the 30th": hers is.
  {
    name: 'day-of-somebody',
    when: ({ verb, objects, subjects }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      tokens[verb.start]!.lower === "'s" &&
      subjects.every(({ np }) => !np.pronoun && !np.possessor) &&
      objects.some(({ np }) => /^\d|^(?:first|second|third|fourth|last|next)$/.test(tokens[np.core]!.lower)),
  },
  // "second jab on 2 August – we're in Grado then", "the kiosk is shut by then": and not now.
  {
    name: 'is-there-then',
    when: ({ verb, end, prepositions }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      !verb.past &&
      [end - 1, end, end + 1].some(
        (i) =>
          tokens[i]?.lower === 'then' &&
          (i + 1 >= tokens.length || tokens[i + 1]!.pos === 'PUNCT') &&
          (/^(?:by|before|until|till?)$/.test(tokens[i - 1]?.lower ?? '') || (i <= end && prepositions.length > 0)),
      ),
  },
  // "a nurse since she was 21", "we've been together six years": since when, and with whom.
  {
    name: 'since-or-together',
    when: ({ verb, marker, end }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      ((marker === 'since' && verb.past) ||
        /^(?:together|apart)$/.test(tokens[verb.end]?.lower ?? tokens[end]?.lower ?? '')),
  },
  // "the ladies are all wearing lipstick": what they do, and not what they are.
  {
    name: 'all-are-doing',
    when: ({ verb, objects }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      objects.some(
        ({ np: { start } }) =>
          /^(?:all|both|each)$/.test(tokens[start]!.lower) && /ing$/.test(tokens[start + 1]?.lower ?? ''),
      ),
  },
  // "it is now thursday": today is, and not what was spoken of.
  {
    name: 'it-is-a-weekday',
    when: (clause, { analysis: { tokens } }) =>
      isCopula(clause.verb) &&
      clause.verb.modal === null &&
      isSaidOf('it', clause, tokens) &&
      clause.objects.some(({ np }) => WEEKDAYS.has(tokens[np.head]!.lower) && !tokens[np.head]!.lower.endsWith('s')),
  },
  // "Thursday at two Karim did my colour": a day does nothing.
  {
    name: 'day-as-subject',
    when: ({ verb, subjects, sharesSubject }, { analysis: { tokens } }) =>
      !isCopula(verb) &&
      !sharesSubject &&
      subjects.some(({ np, end }) => end === np.end && WEEKDAYS.has(tokens[np.head]!.lower)),
  },
  // "Mason calls her Chili", "family made her clean windows", "I bring her soup": whose it is, or whom.
  {
    name: 'her-or-hers',
    when: ({ verb, objects }, { analysis: { tokens } }) =>
      /^(?:call|name|make|bring|give|tell|show|lend|offer|hand|wish|serve|cook|owe|pay|send)$/.test(verb.lemma) &&
      objects.some(
        ({ np, end }) =>
          np.possessor?.pronoun &&
          tokens[np.possessor.head]!.lower === 'her' &&
          tokens[np.possessor.head + 1]?.lower !== 'own' &&
          tokens[end]?.pos !== 'ADP' &&
          tokens[end]?.pos !== 'TO',
      ),
  },
  // "car is dads", "the van is kayleighs", "studio was my mums": whose it is, without an apostrophe.
  {
    name: 'owner-without-apostrophe',
    when: ({ verb, objects }, { analysis: { tokens }, lexicon }) =>
      isCopula(verb) &&
      /^(?:is|was|'s)$/.test(tokens[verb.start]!.lower) &&
      objects.some(({ np }) => {
        const { lower } = tokens[np.head]!
        if (np.determiner || np.core !== np.head || !/[^s]s$/.test(lower)) return false
        if (np.possessor) return np.possessor.pronoun && ONE_OF_A_KIND.test(lower)
        return isGivenName(lower.slice(0, -1)) || relationByNoun(lexicon.lemma(lower, 'NOUN'))?.object === 'person'
      }),
  },
  // "long day so here's a long message": it is handed over, and nothing is said of the day.
  {
    name: 'here-it-is',
    when: ({ verb, subjectEnd }, { analysis: { tokens } }) =>
      isCopula(verb) && tokens.slice(subjectEnd + 1, verb.end).some(({ lower }) => lower === 'here'),
  },
  // "Both job cards are saved", "all clients are informed": of what, says the rest.
  {
    name: 'is-noted',
    when: ({ verb, subjects, adjectives, prepositions }, { analysis: { tokens } }) =>
      prepositions.length === 0 &&
      subjects.some(({ np }) => !np.possessor || np.determiner === 'both') &&
      (verb.passive || isCopula(verb)) &&
      /^(?:saved|recorded|noted|logged|informed|updated|unchanged|unaltered)$/.test(
        tokens[adjectives[0]?.start ?? verb.main]!.lower,
      ),
  },
  // "Flatmates are Tunde and a quiet boy", "the boys are Tom, 9, and Ben, 6": one of them is not all.
  {
    name: 'many-are-one',
    when: ({ verb, subjects, objects }, { analysis: { tokens } }) => {
      const [subject, object] = [subjects[0]?.np, objects[0]]
      return (
        isCopula(verb) &&
        /^(?:are|were)$/.test(tokens[verb.start]!.lower) &&
        subjects.length === 1 &&
        !subject!.possessor &&
        !subject!.pronoun &&
        /^[a-z]+s$/.test(tokens[subject!.head]!.lower) &&
        object !== undefined &&
        tokens[object.np.head]!.pos === 'PROPN' &&
        !object.np.determiner &&
        !/s$/.test(tokens[object.np.head]!.lower) &&
        (isGivenName(tokens[object.np.head]!.lower) || /^(?:and|,)$/.test(tokens[object.end]?.lower ?? ''))
      )
    },
  },
  // "I died at 6", "I'm dead after the shift", "we got murdered at darts": whoever tells it is alive.
  {
    name: 'i-die',
    when: (clause, { analysis: { tokens } }) =>
      isOfMe(clause, tokens) &&
      (clause.verb.lemma === 'die' ||
        (clause.verb.passive && isKilling(clause, tokens)) ||
        // "dead against it", "dead on my feet"
        (isCopula(clause.verb) &&
          clause.adjectives.some(
            ({ start, end }) =>
              tokens[start]!.lower === 'dead' && !/^(?:against|on|set|to)$/.test(tokens[end]?.lower ?? ''),
          ))),
  },
  // "I killed Marcus in chapter nine", "my wife will kill me", "she will never forgive me"
  {
    name: 'nobody-is-killed',
    when: (clause, { analysis: { tokens } }) => {
      const { verb, objects } = clause
      const isMe = objects.some(({ np }) => /^(?:me|us)$/.test(tokens[np.head]!.lower))
      if (isMe && verb.modal === 'will' && /^(?:divorce|disown|forgive|lynch|haunt)$/.test(verb.lemma)) return true
      if (!isKilling(clause, tokens) || verb.passive) return false
      return isMe || (isOfMe(clause, tokens) && objects.some(({ np }) => tokens[np.head]!.pos === 'PROPN'))
    },
  },
  // "I have resigned in my head"
  {
    name: 'only-in-my-head',
    when: (clause, { analysis: { tokens } }) =>
      isOfMe(clause, tokens) &&
      /^(?:resign|quit|leave|marry|divorce|fire|sell|move out)$/.test(clause.verb.lemma) &&
      clause.prepositions.some(
        ({ preposition, objects }) =>
          preposition === 'in' &&
          objects.some(
            ({ np }) =>
              np.possessor?.pronoun &&
              np.core === np.head &&
              /^(?:head|mind|imagination|dreams?)$/.test(tokens[np.head]!.lower),
          ),
      ),
  },
  // "told the in-laws": what?
  {
    name: 'tells-no-word',
    when: ({ verb, end, objects, second }, { analysis: { tokens } }) =>
      /^(?:tell|inform)$/.test(verb.lemma) &&
      !verb.passive &&
      objects.length === 1 &&
      second.length === 0 &&
      objects[0]!.end === end &&
      !/^(?:lies?|truth|jokes?|story|stories|fortunes?)$/.test(tokens[objects[0]!.np.head]!.lower) &&
      !(tokens[end] && LETTER_OR_DIGIT().test(tokens[end].text)),
  },
  // "threw my shoes in the bin, more or less": less, then.
  {
    name: 'more-or-less',
    when: ({ verb }, { analysis: { tokens } }) => {
      const words = tokens.slice(verb.end).map(({ lower }) => lower)
      return words.some((word, i) => word === 'more' && words[i + 1] === 'or' && words[i + 2] === 'less')
    },
  },
  // "Emre and Ada are finished", "the pavement and I are divorced": with each other, or in jest.
  {
    name: 'over-between-them',
    when: ({ verb, subjects, adjectives, prepositions }, reading) => {
      const { tokens } = reading.analysis
      const { lower } = tokens[adjectives[0]?.start ?? verb.main]!
      const isThing = subjects.some(
        ({ np }) =>
          tokens[np.head]!.pos === 'NOUN' &&
          reading.lexicon.knows(tokens[np.head]!.lower) &&
          kindOf(reading, np) === 'thing',
      )
      return (
        subjects.length > 1 &&
        ((/^(?:finished|done|even|through|over|quits)$/.test(lower) &&
          !isThing &&
          prepositions[0]?.preposition !== 'with') ||
          (/^(?:divorced|married|engaged|separated)$/.test(lower) && isThing))
      )
    },
  },
  // "I do fine line": a noun and what it is like, and no verb.
  {
    name: 'does-fine-things',
    when: ({ verb, objects }, { analysis: { tokens }, lexicon }) =>
      tokens[verb.start]!.lower === 'do' &&
      verb.main === verb.start + 1 &&
      !verb.negated &&
      lexicon.canBe(tokens[verb.main]!.lower, 'ADJ') &&
      objects.some(({ np }) => np.start === verb.end && !np.determiner && !np.possessor),
  },
  // "Dr. Serik is boss, Gulya cooks, Vitya drives", "and young Tess cooks"
  {
    name: 'others-do',
    when: ({ verb, objects }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      objects.some(
        ({ np }, i) =>
          i > 0 &&
          np.head > np.core &&
          tokens[np.head - 1]!.pos === 'PROPN' &&
          /^[a-z]+[^s]s$/.test(tokens[np.head]!.text),
      ),
  },
  // "you get €92, Luca €118 and Paul €72": the others get theirs.
  {
    name: 'others-get',
    when: ({ objects, second }, { analysis: { tokens } }) =>
      [...objects, ...second].some(
        ({ np }, i) =>
          i > 0 &&
          tokens[np.core]!.pos === 'PROPN' &&
          tokens.slice(np.core, np.end).some(({ text }) => /[$€£¥₹]/.test(text)),
      ),
  },
  // "drummers please take your own snare home"
  {
    name: 'asked-to',
    when: ({ subjectEnd, verb, sharesSubject }, { analysis: { tokens } }) =>
      !sharesSubject && tokens.slice(subjectEnd, verb.main).some(({ lower }) => /^(?:please|pls|plz)$/.test(lower)),
  },
  // "plus whatever fish is left"
  {
    name: 'whatever-it-is',
    when: ({ subjects }, { analysis: { tokens } }) =>
      subjects.some(({ np }) => /^(?:whatever|whichever|whoever)$/.test(tokens[np.start]!.lower)),
  },
  // "half the team wants Rust"
  {
    name: 'half-of-them',
    when: ({ subjects }, { analysis: { tokens } }) =>
      subjects.some(({ np }) => tokens[np.start]!.lower === 'half' && np.determiner !== null),
  },
  // "I found the form: it's HR-22", "I've noted the change: …": what it is, comes then.
  {
    name: 'announces-it',
    when: (clause, { analysis: { tokens } }) =>
      /^(?:find|note)$/.test(clause.verb.lemma) &&
      tokens[clause.end]?.text === ':' &&
      clause.objects.some(({ np, end }) => end === clause.end && np.determiner === 'the'),
  },
  // "I'm not a man who gloats"
  {
    name: 'not-one-who',
    when: ({ verb, objects, prepositions, end }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      verb.negated &&
      prepositions.length === 0 &&
      objects.some((object) => object.np.determiner && object.np.end === end) &&
      /^(?:who|that|which)$/.test(tokens[end]?.lower ?? ''),
  },
  // "team is me, Dal and Kirsty": no one of them is the team.
  {
    name: 'is-me-and-others',
    when: ({ verb, objects }, { analysis: { tokens } }) =>
      isCopula(verb) && objects.some(({ np }) => /^(?:me|myself|us)$/.test(tokens[np.head]!.lower)),
  },
  // "check the scheme (you pay a fixed sum)": whoever does.
  {
    name: 'you-in-brackets',
    when: (clause, { analysis: { tokens } }) =>
      isSaidOf('you', clause, tokens) &&
      tokens.slice(0, clause.verb.start).findLast(({ text }) => text === '(' || text === ')')?.text === '(',
  },
  // "Options that usually work on short notice: a marriage officer or a minister": a heading.
  {
    name: 'heading-of-a-list',
    when: ({ role, marker, end }, { analysis: { clauses, tokens } }) =>
      role === 'relative' &&
      marker === 'that' &&
      clauses.every((other) => other.role !== 'main' || other.verb.start > end) &&
      tokens.slice(end).find(({ pos }) => pos === 'PUNCT')?.text === ':',
  },
  // "aged about twelve, who loves it", "the serial number of a sensor that is down the drain": which of the two is.
  {
    name: 'describes-one-of-two',
    when: ({ role, antecedent, subjects }, { analysis: { tokens } }) =>
      role === 'relative' &&
      antecedent !== null &&
      subjects.some(({ np }) => np === antecedent) &&
      (tokens[antecedent.head]!.pos === 'NUM' ||
        /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/.test(tokens[antecedent.head]!.lower) ||
        tokens[antecedent.end]?.lower === 'of'),
  },
  // In a sentence that runs on like this, nobody knows whom a verb without a subject or with a pronoun belongs to.
  {
    name: 'runs-on',
    when: ({ role, sharesSubject, subjects }, { analysis: { tokens } }) =>
      tokens.length > LONGEST &&
      (sharesSubject ||
        role === 'relative' ||
        subjects.some(({ np }) => np.pronoun && !/^(?:i|we)$/.test(tokens[np.head]!.lower))),
  },
  // "I don't need signed commits but do link the ticket": whoever reads it is to.
  {
    name: 'do-it',
    when: ({ verb, sharesSubject, objects }, { analysis: { tokens } }) =>
      sharesSubject &&
      tokens[verb.start]!.lower === 'do' &&
      verb.main > verb.start &&
      !verb.negated &&
      objects.some(({ np }) => np.determiner),
  },
  // "Nähte raus am 21": another language's word, where nobody says "I".
  {
    name: 'am-without-i',
    when: ({ verb, subjects }, { analysis: { tokens } }) =>
      tokens.slice(verb.start, verb.end).some(({ lower }) => lower === 'am') &&
      subjects.some(({ np }) => tokens[np.head]!.lower !== 'i'),
  },
  // "Mila and Tara, Jakob (16, wants jazz)": whoever the brackets are about.
  {
    name: 'in-brackets-of-another',
    when: ({ verb, subjectEnd }, { analysis: { tokens } }) =>
      tokens
        .slice(subjectEnd, verb.start)
        .reduce((open, { text }) => open + (text === '(' ? 1 : text === ')' ? -1 : 0), 0) > 0,
  },
  // "septic tank, last pumped in june, firm is Assaini": of what, was said before.
  {
    name: 'of-what-was-said-before',
    when: ({ verb, role, subjects, subjectStart, subjectEnd, sharesSubject }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      role === 'main' &&
      !sharesSubject &&
      subjects.length === 1 &&
      subjectEnd - subjectStart === 1 &&
      OF_SOMETHING.has(tokens[subjectStart]!.lower) &&
      tokens.slice(0, subjectStart).some(({ pos }) => pos === 'NOUN' || pos === 'PROPN'),
  },
  // "left hand no", "stove left ring no work"
  {
    name: 'left-side',
    when: ({ verb }, { analysis: { tokens } }) =>
      tokens[verb.main]!.lower === 'left' &&
      /^(?:hand|ring|side|foot|leg|arm|eye|ear|knee|hip|shoulder|ankle|wrist|lung|kidney|door|lane|wing|burner|tyre|wheel)$/.test(
        tokens[verb.end]?.lower ?? '',
      ),
  },
  // "the rest comes after you upload the certificate", "I'd call after I talk to my wife": nobody has yet.
  {
    name: 'only-after-it',
    when: (clause, { analysis: { clauses, tokens } }) =>
      clause.role === 'adverbial' &&
      /^(?:after|once|before|until|till?)$/.test(clause.marker ?? '') &&
      !clause.verb.past &&
      !clause.verb.perfect &&
      (isSaidOf('you', clause, tokens) ||
        (isSaidOf('i', clause, tokens) && (clauses[clauses.indexOf(clause) - 1]?.verb.modal ?? null) !== null)),
  },
  // "I said I found a freezer": whether it is true, is not said.
  {
    name: 'what-i-said',
    when: (clause, { analysis: { tokens } }) => {
      const { parent, verb } = clause
      if (!parent?.verb.past || !isSaidOf('i', parent, tokens)) return false
      if (/^(?:claim|pretend)$/.test(parent.verb.lemma)) return true
      // "I said we sell the van", "I said I must ask my wife": what was thought best then.
      const isToUs = isSaidOf('we', clause, tokens) || isSaidOf('you', clause, tokens)
      const isIdea = verb.modal === 'must' || (isToUs && PROPOSED.has(verb.lemma) && isBase(verb, tokens))
      return parent.verb.lemma === 'say' && (verb.past || isIdea)
    },
  },
  // "i gotta get a suit": not yet.
  {
    name: 'gotta',
    when: ({ verb }, { analysis: { tokens } }) =>
      tokens[verb.start]!.lower === 'got' &&
      /^(?:to|ta)$/.test(tokens[verb.start + 1]?.lower ?? '') &&
      verb.main > verb.start,
  },
  // "lower the seat so your knee has room", "tell me so I don't forget": what is to be so, once it is done.
  { name: 'so-that-it-is', when: isPurpose },
  // "is on the larder door, and has been since 1988"
  {
    name: 'has-been-so-since',
    when: ({ verb }, { analysis: { tokens } }) => isCopula(verb) && tokens[verb.end]?.lower === 'since',
  },
  // "stopped HRT in March, back on it since Monday"
  {
    name: 'began-again',
    when: ({ verb, end }, { analysis: { tokens } }) =>
      /^(?:stop|quit|give up)$/.test(verb.lemma) &&
      tokens
        .slice(end)
        .some(
          ({ lower }, i, rest) =>
            /^(?:restarted|resumed|relapsed)$/.test(lower) || (lower === 'back' && rest[i + 1]?.lower === 'on'),
        ),
  },
  // "heard from a colleague", "I borrowed from Andrei", "Aoife pointed out to me", "heard on the bus that …": what, is left out.
  {
    name: 'what-is-left-out',
    when: ({ verb, objects, prepositions, gerunds, end }, { analysis: { tokens } }) =>
      verb.past &&
      /^(?:hear|borrow|buy|order|point out)$/.test(verb.lemma) &&
      !verb.passive &&
      objects.length === 0 &&
      gerunds.length === 0 &&
      (tokens[end]?.lower === 'that' ||
        prepositions.some(({ preposition }) => /^(?:from|about|of|to)$/.test(preposition))),
  },
  { name: 'corrected-behind-it', when: isCorrectedBehind },
  // "you may want to settle for a yearly agreement": an advice.
  {
    name: 'you-may',
    when: (clause, { analysis: { tokens } }) =>
      /^(?:may|might|could)$/.test(tokens[clause.verb.start]!.lower) && isSaidOf('you', clause, tokens),
  },
  {
    name: 'describes-nothing-named',
    when: ({ role, antecedent, marker }) => role === 'relative' && (antecedent === null || marker === 'ing'),
  },
  // "sent a photo, freshly painted posts and a bill": after a comma a participle may describe what follows.
  {
    name: 'participle-after-comma',
    when: ({ verb, sharesSubject }, { analysis: { tokens } }) =>
      sharesSubject &&
      tokens[verb.start - 1]?.text === ',' &&
      /^(?:NOUN|ADP|ADJ|NUM)$/.test(tokens[verb.end]?.pos ?? '') &&
      (/ed$/.test(tokens[verb.main]!.lower) || IRREGULAR_BOTH.has(tokens[verb.main]!.lower)),
  },
  // "got a puppy, named Porridge": the puppy is.
  {
    name: 'name-after-comma',
    when: ({ verb, sharesSubject, second }, { analysis: { tokens } }) =>
      sharesSubject &&
      second.length === 0 &&
      tokens[verb.start - 1]?.text === ',' &&
      /^(?:named|called|titled|nicknamed)$/.test(tokens[verb.start]!.lower),
  },
  // "wash the cover with vinegar and leave a tray there": a base form does not agree with one thing, so somebody is told to do it.
  {
    name: 'does-not-agree',
    when: ({ verb, inherited, subjects }, { analysis: { tokens } }) =>
      isBase(verb, tokens) && !inherited && !verb.modal && subjects.length === 1 && isSingular(tokens, subjects[0]!.np),
  },
  // "Vendor claims packing will help": maybe the vendor only claims it.
  {
    name: 'maybe-claimed',
    when: ({ subjects }, { analysis: { tokens } }) =>
      subjects.some(({ np }) =>
        tokens
          .slice(np.core, np.head)
          .some(({ lower }) =>
            /^(?:claims|says|reports|promises|reckons|thinks|believes|hopes|swears|insists|argues)$/.test(lower),
          ),
      ),
  },
  // "Tannery Row, flat 3, moved in", "The Long Wicket, cricket, hosts Raj": a line of an address or a list, and no subject.
  {
    name: 'item-of-a-list',
    when: ({ subjectEnd, verb, sharesSubject }, { analysis: { tokens } }) => {
      const between = sharesSubject ? [] : tokens.slice(subjectEnd, verb.start)
      if (between[0]?.text !== ',') return false
      return (
        between[between[1]?.pos === 'NUM' ? 2 : 1]?.pos === 'NOUN' ||
        (between[1]?.pos === 'ADJ' && between[2]?.pos === 'NUM')
      )
    },
  },
  {
    name: 'number-as-subject',
    when: ({ subjects }, { analysis: { tokens } }) =>
      subjects.some(
        ({ np, end }) =>
          end === np.end &&
          (tokens[np.core]!.pos === 'NUM' ||
            (tokens[np.head]!.pos === 'NUM' && TIME_NOUNS.has(tokens[np.core]!.lower)) ||
            (tokens[np.head]!.pos === 'NUM' && /^(?:[A-Z]{3}|[$€£¥₹])$/.test(tokens[np.core]!.text)) ||
            // "offer three fixed combos"
            (np.core !== np.head && /^(?:two|three|four|five|six|seven|eight|nine|ten)$/.test(tokens[np.head]!.text)) ||
            (subjects.length > 1 && tokens[np.head]!.pos === 'NUM')),
      ),
  },
  // "in the second year, which fits the amount", "got the levels signed by him": it describes more than the noun, or tells no fact.
  {
    name: 'describes-noun-of-a-phrase',
    when: (clause, { analysis: { tokens } }) => {
      const { role, antecedent, marker } = clause
      if (role !== 'relative' || !antecedent || isNaming(clause)) return false
      const before = tokens[antecedent.start - 1]
      if (marker === 'en') return /^(?:get|have|want|need|keep|see|make)s?$/.test(before?.lower ?? '')
      // "a rescue service in Tyrol that has no number": "that" tells which one, and a name is only one.
      // "scared of Duke which is sensible", "twice as much in November, which is the cause": all of it is.
      const isOfAll = marker === 'which' && isCopula(clause.verb) && (clause.objects.length === 0 || antecedent.time)
      const isName = tokens[antecedent.head]!.pos === 'PROPN' && marker !== 'that' && !isOfAll
      return before?.pos === 'ADP' && !isName && antecedent.possessor === null
    },
  },
  // "goals written on paper" names no time and no doer, unless it tells one or a name.
  {
    name: 'participle-without-doer',
    when: (clause) =>
      clause.marker === 'en' &&
      !isNaming(clause) &&
      !clause.prepositions.some(({ preposition }) => preposition === 'by'),
  },
  // "now i can't without music": what one can, is not said.
  {
    name: 'modal-alone',
    when: ({ verb }) => /^(?:can|could|will|would|must|should|may|might|shall)$/.test(verb.lemma),
  },
  // "after the review the soup goes on every table": where nothing else is stated, "after" opened no clause.
  {
    name: 'after-without-main-clause',
    when: ({ role, marker }, { analysis: { clauses } }) =>
      role === 'adverbial' &&
      /^(?:after|since|while)$/.test(marker ?? '') &&
      clauses.every((other) => other.role !== 'main'),
  },
  {
    name: 'object-stands-outside',
    when: ({ antecedent, subjects }) => antecedent !== null && !subjects.some(({ np }) => np === antecedent),
  },
]

const CORRECTION =
  /^, (?:(?:sorry ,? )?i mean (?=(?:the|an?|\d\S*) (?!\w+ ones?\b))|(?:no|sorry) , (?=(?:the|an?|\d\S*) )|(?:or rather ?,?|make that) (?=(?:the|an?|on|in|at|to|for|from|with|by|\d\S*) ))/
const BUT_REALLY = /^,? ?but (?:it|that|they) (?:is|'s|are|'re|was|were) (?:actually|really) /

/** "I take sugar, I mean the sweetener", "we sold a field, no, a cow", "my notice is 60 days but it is actually 90" */
function isCorrectedBehind({ role, verb, objects, end }: Clause, { analysis: { clauses, tokens } }: Reading): boolean {
  const said = tokens
    .slice(end, end + 9)
    .map(({ lower }) => lower)
    .join(' ')
  const words = (CORRECTION.exec(said) ?? (isCopula(verb) ? BUT_REALLY.exec(said) : null))?.[0].trim().split(' ').length
  if (role !== 'main' || words === undefined) return false
  const next = end + words
  // "we have no car, no, the bus is fine"
  if (!BUT_REALLY.test(said))
    return !clauses.some(({ subjectStart, subjectEnd }) => subjectStart <= next && next < subjectEnd)
  // "is 60 days but it is really 90": one number, or one name, for another.
  const kind = tokens[next]?.pos ?? ''
  return (
    /^(?:NUM|PROPN)$/.test(kind) &&
    objects.some(({ np }) => tokens.slice(np.core, np.end).some(({ pos }) => pos === kind))
  )
}

/** "A vegetarian your age needs …", "while he is in hospital Mum sleeps …": two nouns side by side, and the subject is neither for sure. */
function followsNoun(
  { role, subjects, subjectStart, sharesSubject }: Clause,
  { analysis: { chunks, tokens } }: Reading,
): boolean {
  if (role === 'relative' || sharesSubject || subjects[0]?.np.pronoun) return false
  // "Arjun's ex's dog was a Tara": whose it is, could not be read.
  if (tokens[subjectStart - 1]?.pos === 'POSS') return true
  const before = chunks.find(({ end }) => end === subjectStart)
  return before?.type === 'np' && !before.time && !before.pronoun
}

/** What one is and does, and tells others to do seldom: "hate the cold so I drive", where "I" was left out. */
const STATES = wordSet(
  `need want love hate like have own know feel think work live miss prefer sound look mean guess hope keep play run study teach commute take eat drive
  share rent ride skip support walk cycle`,
)

/** Is the clause what somebody is asked to do something for? */
function isPurpose(clause: Clause, { analysis, lexicon }: Reading): boolean {
  const { marker, verb, subjectStart } = clause
  const { tokens, chunks, clauses } = analysis
  if (marker !== 'so' || verb.past || verb.perfect) return false
  const so = tokens.findLastIndex(({ lower }, i) => i < subjectStart && lower === 'so')
  const from = chunks.findLast(({ type, end }) => type === 'break' && end <= so)?.end ?? 0
  // "just so you know her name"
  if (tokens[so - 1]?.lower === 'just') return true
  const said = clauses.filter((other) => other.role === 'main' && other.verb.start >= from && other.verb.start < so)
  if (said.length > 0) return said.every((other) => isAdvice(other, tokens))
  const first = chunks.find(({ type, start }) => start >= from && type !== 'adv' && type !== 'comma')
  if (!first || first.start >= so || tokens[first.start + 1]?.lower === 'of') return false
  const word = tokens[first.start]!
  const next = tokens[first.start + 1]
  const isDone =
    first.type === 'vg'
      ? first.bare && !first.negated && !STATES.has(first.lemma)
      : word.pos === 'NOUN' &&
        verbForm(word, lexicon) === 'base' &&
        lexicon.canBe(word.lower, 'VERB') &&
        !STATES.has(word.lower) &&
        (next?.pos === 'DET' || POSSESSIVES.has(next?.lower ?? ''))
  // "take the bus so I read a lot": maybe I do.
  return isDone && (!isOfMe(clause, tokens) || tokens.slice(from, so).some(({ lower }) => /^(?:me|us)$/.test(lower)))
}

const NO_ADVICE = wordSet('know see say guess imagine hear tell understand love like do go prefer hate need want')

/** "you should take a fan", "I'd move the shelf" */
const isAdvice = (clause: Clause, tokens: readonly Token[]): boolean =>
  !clause.verb.negated &&
  !NO_ADVICE.has(clause.verb.lemma) &&
  ((isSaidOf('you', clause, tokens) && /^(?:should|could|might)$/.test(clause.verb.modal ?? '')) ||
    (isSaidOf('i', clause, tokens) && clause.verb.modal === 'would'))
