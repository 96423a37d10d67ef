import { wordSet } from '../../words/word-set.ts'

/**
 * Only of these is a second noun the one to whom or for whom: "lent Bo a bike". After others it is something else ("took a stone the size
 * of a fist", "made ash all the night").
 */
export const GIVING_VERBS = wordSet(
  `give send lend show teach bring buy offer owe pay cost sell hand pass promise wish leave make find cook save write read charge book order grant
  award deny refuse feed win earn throw get name call dub nickname rename elect appoint bake build draw knit pour serve sing ask assign bet fine
  forgive forward guarantee issue loan mail play post quote reserve email text tip fetch allow tell do spare rent lease consider`,
)
