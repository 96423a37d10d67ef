import { pattern } from '../../runtime/pattern.ts'

/** What tells that two people are no couple any more, or another kind of couple. */
const PARTING = [
  'br(?:oke|oken|eak|eaking)[ -]?up|br(?:oke|oken|eaking) (?:it|things|off)|breakup',
  'split(?:ting)? (?:up|from|with)|(?:ha(?:ve|s|d)|just|we|re|ve|are) split(?! (?:the|a|it|our) )|split(?= ?[.!,]| last| in | on |$)',
  'divorc(?:e|ed|ing)|separat(?:ed?|ion)(?! (?:the|a|an|it|out) )|dump(?:ed|ing) (?:me|her|him)',
  "we(?:['’]?re| are)? (?:all )?(?:finished|over|done|through)(?! with)|it['’]?s over|living apart|apart now|grown apart",
  "my ex|exes|ex-?(?:wife|husband|partner|boyfriend|girlfriend|fiancée?)|(?:am|i['’]?m|now|again|being|newly) single|single (?:again|now)",
  'widow(?:ed|er)?|engaged(?! (?:in|a|an|the|with) )|(?:left|leaving|leaves) me|(?:no longer|not|never) (?:together|married|a couple)',
  'moved out(?! of)|(?:with|seeing) (?:someone|somebody) else|(?:wedding|marriage|engagement) is off|called off the (?:wedding|engagement)',
]
const TELLS_PARTING = pattern(String.raw`(?<![\p{L}\p{N}])(?:${PARTING.join('|')})(?![\p{L}\p{N}])`, 'iu')

/** "Giada and I broke up", but not "Giada broke her arm", "finished her thesis" or "split the bill". */
export const tellsParting = (sentence: string): boolean => TELLS_PARTING().test(sentence)
