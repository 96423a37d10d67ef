import { pattern } from '../../runtime/pattern.ts'

/**
 * Whose rules they are: "the earlier instructions on the worksheet", "les consignes du règlement". What a model is told belongs to its own world
 * (a prompt, a chat, its system), or to nothing that is named. Over folded text.
 */
const BELONGS = pattern(
  String.raw`^["'”’»)]?\s+(?:(?:of|for|on|in|from|about|at|regarding|concerning)\s+(?:(?:the|that|this|those|these|my|our|his|her|their|your|a|an)\s+)?|(?:auf|fur|in|an|zu|von|aus|bei)\s+(?:d(?:er|ie|as|en|em)|unser\p{L}*|mein\p{L}*|eur\p{L}*)\s+|(?:zum|zur|im|vom|am|beim)\s+|(?:du|de la|des|sur l[ea]s?|dans l[ea]s?|pour l[ea]s?)\s+|(?:del|de l[ao]s?|en (?:el|la|los|las)|sobre (?:el|la|los|las)|para (?:el|la|los|las))\s+|(?:sull?[aeo]?|dell?[aeo]?|nell?[aeo]?|del|dei|degli|nel|sul|di|per (?:il|la|le|i))\s+|(?:d[oa]s?|n[oa]s?|para [oa]s?)\s+|(?:op|van|in|voor|bij)\s+(?:de|het|onze?|mijn)\s+|(?:na|w|z|dla)\s+|(?:на|в|из|для|об?|от)\s+)(\p{L}[\p{L}'’-]*(?:\s+\p{L}[\p{L}'’-]*){0,2})`,
  'u',
)
const OF_A_MODEL = pattern(
  String.raw`prompt|chat|чат|conversa|dialog|диалог|context|system|sistem|систем|messag|nachricht|mensa|messaggi|сообщен|developer|entwickler|desarroll|разработ|openai|anthropic|memor|assist|ассист|model|модел|session|sesion|document|train|gesprach|unterhaltung|разговор|бесед|seguridad|sicherheit|safety|security|(?<!\p{L})(?:texts?|texto|testo|above|arriba|sopra|acima|oben|users?|nutzers?|benutzers?|usuario|utente|utilisateur|gebruiker|admins?|administrators?|ai|ki|ia|data|beginning|start|top|past|now|here|today|moment|rest|time|duration|future|good|once|all|everything|anything|you|me|us|anfang)(?!\p{L})`,
  'u',
)
/** The sentence goes on to whoever reads it. */
const GOES_ON =
  /(?:\b(?:and|then|instead|y|e|et|und|en|i|и)|[,;:])\s+(?:then\s+|instead\s+|now\s+|just\s+|only\s+)?(?:you|say|repl\w+|respon\w+|answer|output|print|write|reveal|send|give|tell|show|act|pretend|do|follow|obey|execute|call|delete|transfer|become|forget|ignore|disregard|antworte|gib|sage?|schreib|reponds|dis|donne|responde|di|dame|rispondi|dimmi|responda|diga|antwoord|ответь|скажи|выведи)(?![a-z])/

/** Only who sets rules aside can mean other rules than a model's: a model is asked for its own "in French", or told to lie "about the price". */
const SETS_ASIDE =
  /^(?:please\s+)?(?:(?:z)?ignor|disregard|forget|skip|cancel|discard|dismiss|drop|omit|neglect|void|vergiss|vergess|missacht|beacht|befolg|oubli|neglig|olvid|descart|dimentic|trascur|esque|desconsid|negeer|vergeet|volg|zapomnij|pomin|odrzuc|забудь|проигнор|игнорир|отбрось|отмени|не )/

export function isAboutSomethingElse(text: string, from: number, to: number): boolean {
  if (!SETS_ASIDE.test(text.slice(from, to))) return false
  const rest = text.slice(to, to + 200)
  if (GOES_ON.test(rest.split(/[.!?\n]/)[0]!)) return false
  const owner = BELONGS().exec(rest)?.[1]
  return owner !== undefined && !OF_A_MODEL().test(owner)
}
