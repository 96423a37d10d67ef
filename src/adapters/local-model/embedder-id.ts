import { GLOSSES_ID } from './glosses-id.ts'
import { MODEL } from './model.ts'

/** Vectors are of the weights, and of what foreign words were put into: another id, other vectors. */
export const EMBEDDER_ID = `${MODEL.id}-${GLOSSES_ID}`
