interface Nomination {
  readonly each: number
  readonly least: number
  readonly most: number
}

/** How many one way of searching nominates where `k` memories are wanted. */
const nominated = ({ each, least, most }: Nomination, k: number): number =>
  Math.min(most, Math.max(least, Math.ceil(each * k)))

const NEAREST_VECTORS = { each: 2.4, least: 24, most: 48 }
/** The scan errs by some places: whole vectors of so many say which are the nearest, where fewer are wanted. */
const LEAST_SCANNED = 36
const BEST_BY_WORDS = { each: 1.6, least: 16, most: 32 }
const CHUNKS_PER_VECTOR = 0.75

/**
 * How many candidates a recall looks at, the same in both stores as far as their searches allow: with more nothing better is found, and all
 * that follows takes longer. What only one store needs says so.
 */
export const CANDIDATES = {
  /** Embedded only: vectors are searched one by one, those of chunks and those of their sentences. */
  nearestVectors: (k: number): number => nominated(NEAREST_VECTORS, k),
  /** Cloud only: the vector store groups by chunk, and so many chunks have about as many vectors among them. */
  nearestChunks: (k: number): number => Math.round(CHUNKS_PER_VECTOR * nominated(NEAREST_VECTORS, k)),
  /** Cloud only: facts are searched by themselves. In the embedded store they come with the nearest vectors, which stand for them too. */
  nearestFacts: 24,
  bestByWords: (k: number): number => nominated(BEST_BY_WORDS, k),
  /** Embedded only: so many are found by the scan, of which whole vectors then say which are nearest; of vectors that it sees only the beginning of, `scannedCut`. */
  scanned: (k: number): number => Math.max(LEAST_SCANNED, nominated(NEAREST_VECTORS, k)),
  scannedCut: 128,
  /**
   * Where so many of the nearest only say again what a nearer one says, and are trusted less than others, so many of the nearest of these
   * others are candidates too: one statement in fifty wordings must not take every place.
   */
  crowdedShare: 0.5,
  beyondCrowd: 8,
  /** Embedded only: they are looked for among so many of the nearest, some at a time. */
  beyondCrowdAmong: 512,
  beyondCrowdAtOnce: 128,
  /** Embedded and cloud: where no more memories than this pass a filter, the search goes through them alone. */
  listedMemories: 1_000,
  /** Else so many of the nearest are checked, some at a time, until enough of them pass; if they do not, all that pass are listed after all. */
  checkedVectors: 1_024,
  checkedAtOnce: 128,
  /** Cloud only: of points, all at once. */
  checkedPoints: 512,
  /** Of so few chunks that pass a filter each is a candidate. */
  wholeList: 64,
  /** So many facts are asked for who has the role that a question means, and so many of what is said of each of them. */
  inRole: 4,
  saidOfEach: 24,
  /** What was said around so many of the best becomes a candidate too: an answer often does not repeat the words of its question. */
  neighboursOf: 8,
  /** So many before and after each. */
  reach: 2,
  /** Sessions are counted no further. */
  sessionsThatMatter: 10,
  /** Embedded only: in a namespace of more personas nobody is the one speaker that a question means. */
  personasWithSpeakers: 32,
  /** Cloud only: the graph knows speakers without their personas, and tells of those who said most. */
  speakers: 64,
} as const

/**
 * Embedded only: its full text looks at every chunk that has one of the words. The vector store of the cloud has weights for all of them in
 * its index.
 */
export const WORD_SEARCH = {
  /** A word that stands in more than this share of all chunks tells nothing and costs most. */
  commonShare: 0.2,
  commonAtLeast: 200,
  /** The rarest words are asked for, as long as that is no more than this. */
  postings: 300,
  /** Among what passes a filter fewer have a word than in all: more is asked for. */
  postingsFiltered: 2_000,
  /** Of the next ones, what has two of them: both names of somebody, where each is many people's. */
  pairedWords: 3,
  postingsPaired: 2_000,
} as const
