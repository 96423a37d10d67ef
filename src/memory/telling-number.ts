/** A memory has no more pieces, nor a piece more facts, than are told apart: of what is beyond, the order does not matter. */
const MOST_PIECES = 1024
const MOST_FACTS = 1024

/**
 * The place of a telling in the order of all: of two memories the one that was told later, of two pieces of one the later, of two facts of one
 * piece the later. 0 where the memory is not known.
 */
export const tellingNumber = (memory: number, piece: number, fact: number): number =>
  memory === 0
    ? 0
    : (memory * MOST_PIECES + Math.min(piece, MOST_PIECES - 1)) * MOST_FACTS + Math.min(fact, MOST_FACTS - 1)
