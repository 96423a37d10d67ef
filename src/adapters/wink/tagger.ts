import transformers from 'wink-eng-lite-web-model/dist/pos-transformers.js'
import updateTags from 'wink-eng-lite-web-model/dist/pos-updater.js'
import createAutomaton from 'wink-nlp/src/automaton.js'
import compileRules from 'wink-nlp/src/compile-trex.js'
import constants from 'wink-nlp/src/constants.js'
import wrapDocument, { type RawDocument } from 'wink-nlp/src/dd-wrapper.js'
import createTokenizer from 'wink-nlp/src/tokenizer.js'
import mappers from 'wink-nlp/src/tokens-mappers.js'
import type { LexiconFile } from './lexicon-file.ts'
import type { Vocabulary } from './vocabulary.ts'

const { tkSize, posMask, bits4lemma } = constants

/** Gives each token of a text to `take`, with its part of speech. */
export type Tagger = (text: string, take: (value: string, pos: string) => void) => void

/**
 * wink's own steps from a text to tagged tokens, without those that nobody here asks for: its `readDoc` loads its words anew for every
 * instance, and with them models of sentiment, entities, negation and sentences.
 */
export function createTagger(file: LexiconFile, vocabulary: Vocabulary): Tagger {
  const tokenize = createTokenizer(compileRules(file.tokenRules), file.categories, file.preserve)
  const automata = file.machines.map((machine) => {
    const automaton = createAutomaton(vocabulary, file.ignored)
    automaton.importJSON(machine)
    return automaton
  })

  return (text, take) => {
    const document: RawDocument = { cache: vocabulary, tokens: [], nonBreakingSpaces: {}, numOfTokens: 0 }
    const { tokens } = document
    tokenize(wrapDocument(document), text)
    document.numOfTokens = tokens.length / tkSize
    const normals = mappers.mapRawTokens2UIdOfNormal(document)
    const tags = mappers.mapRawTokens2UIdOfDefaultPOS(document)
    for (const automaton of automata)
      updateTags(automaton.recognize(tags, transformers[0], tokens), vocabulary, tags, normals)
    for (let at = 0; at < tokens.length; at += tkSize) {
      // The parts of a contraction come with theirs.
      const given = tokens[at + 2]!
      const pos = given === 0 ? tags[at / tkSize]! : (given & posMask) >>> bits4lemma
      take(vocabulary.value(tokens[at]!), file.pos[pos] ?? 'X')
    }
  }
}
