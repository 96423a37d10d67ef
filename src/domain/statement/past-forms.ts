import { words } from '../word-lists.ts'

/** Past forms of English verbs that do not end in -ed. */

export const IRREGULAR_PARTICIPLES =
  words(`written taken given seen known done gone been eaten spoken broken chosen driven fallen forgotten frozen
  gotten grown hidden ridden risen shaken shown stolen sworn thrown torn woken worn drawn flown begun drunk rung sung sunk swum born beaten
  bitten blown proven sewn sown mistaken withdrawn overcome arisen awoken forbidden forgiven undergone undertaken`)

export const IRREGULAR_PASTS =
  words(`wrote took gave saw knew did went was were ate spoke broke chose drove fell forgot froze grew hid rode rose
  shook stole swore threw tore woke wore drew flew began drank rang sang sank swam bore bit blew became came ran overcame withdrew arose forgave underwent undertook`)

/** Past forms that are participles as well and do not end in -ed. */
export const IRREGULAR_BOTH =
  words(`made held met left told lent built bought brought thought taught caught sought fought felt kept slept wept dealt
  meant sent spent bent lost won sat stood understood found bound wound paid said laid led fed bred fled heard sold shot hung stuck struck
  dug spun swung cut put set hit hurt let shut split spread cost quit read had got become come run burnt learnt dreamt spelt lit slid bet`)
