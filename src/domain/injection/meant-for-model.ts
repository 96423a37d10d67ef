import { lazy } from '../../runtime/lazy.ts'
import { pattern } from '../../runtime/pattern.ts'

/**
 * What shows that a text is meant for a model. People give each other orders all day, in the same words: "answer only the questions on
 * page two", "from now on call me Max". What they do not speak of is a system prompt, the user, every answer, a role without rules.
 */
const RULES =
  '(?:instructions?|rules?|guidelines?|directives?|directions|prompts?|guidance|constraints?|programming|commands?|messages? above)'

const ENGLISH: readonly string[] = [
  // Whom it speaks to.
  'ai|a\\.i\\.|llms?|language models?|dear model|models? (?:reading|processing)|chat ?bots?|chatgpt|gpts?|gpt-?\\d\\w*|openai|anthropic|copilot|(?<!\\w)\\w*(?:-?gpt|bots?)',
  '(?:the|any|every|dear|hey|helpful|unrestricted|an?) assistant(?! (?:manager|coach|cook|teacher|professor|director|referee|at|in|of|from|principal|editor|on))',
  'assistant(?=[,.!])|assistant (?:must|should|shall|will|has to|have to|to)|ai agents?',
  "the (?:end[ -]?)?(?:user|human)(?!(?:'s)? (?:group|guide|manual|base|club|forum|committee|rights|interface|story|stories|tests?|resources|body|being))",
  // The orders that it is under.
  '(?:system|initial|hidden|original|secret|your|this|full|raw|above|its) prompts?|(?:reveal|print|show|output|leak|repeat) (?:\\w+ ){0,2}prompts?',
  'end of (?:facts|memory|memories|data|prompt|instructions)(?= *[.\n#=:-]| *$)',
  `(?:your|its|my|previous|prior|preceding|foregoing|initial|original|hidden|system|developers?'?s?|safety|ethical|moral|all (?:of )?(?:the|your|these|those)|these) (?:\\w+ ){0,2}?${RULES}`,
  `(?:all|any|every|each|the|those|earlier|whatever) (?:\\w+ ){0,2}?${RULES} (?:above|before|given|you|so far|that were|were|are (?:void|fake)|and (?:say|reply|answer|reveal|print|output|obey))`,
  '(?:all|any|every|earlier|each) (?:earlier |old |prior |previous |other |single |existing )?(?:instructions?|guidelines|directives|prompts?|constraints)',
  'all (?:the |of the )?rules|rules above|(?<!\\w)\\w*(?:previous|prior|your|all)(?:instructions|rules|prompts)',
  '(?:who|what(?:ever)?|everything|anything|all|that) you (?:are|were|have been|had been)',
  'you (?:were|have been) (?:given|told|instructed|taught|programmed)|given to you|told you(?= and|[.,;]| *$)|told before|(?:rules|restrictions|limits) (?:for|on) you|placed on you|you (?:obey|have no rules)',
  'the (?:above|foregoing)(?! (?:photo|picture|paragraph|steps|address|number|mentioned))|everything above|(?:text|words|content|context) above|above (?:text|context|content|message|this line)|system says',
  'unrestricted|unfiltered|uncensored|jailbr\\w*|liberated|reprogrammed|(?:without|no|free of|free from|ignoring|disable|bypass|override|remove|lift|turn off|off) (?:any |all |your |the |of )*(?:rules|restrictions|filters?|ethics|ethical|limits|limitations|censorship|guardrails|morals?|safety|content)(?= \\w* ?(?:polic|guideline|rule|mode|check)| *$| *[.,;!?]| and)',
  '(?:free of|without) (?:every|any|all) \\w+|your (?:\\w+ )?(?:filters?|restrictions?|limits?|limitations?|safeguards?)|chain of thought|safety (?:polic\\w+|guidelines|rules|protocols?|settings|checks|measures)|content (?:filters?|polic\\w+)|guard ?rails|nothing is off limits',
  // What it says and does.
  'your (?:\\w+ ){0,2}?(?:answers|repl(?:y|ies)|responses?|outputs?|completions?|memor(?:y|ies)|context|configuration|personality|identity|creators?|developers?|master)',
  '(?:begin|start|end|prefix) your (?:\\w+ )?(?:answer|message|sentence)|(?:consider|reset|identify|rename|call|think of) yourself',
  '(?:every|all|any|each|whatever the|following|these|answering|refuse) (?:\\w+ )?(?:questions?|prompts?|quer(?:y|ies)|requests?|inputs?)(?! (?:on|in|of) | from (?!now))',
  '(?:begin|end|start) (?:of )?(?:the )?(?:new|system|secret|hidden|admin|developer) (?:instructions?|prompt|message)',
  '(?:never|not|don.?t) answer (?:any )?questions|(?:begin|end|start|finish|sign|prefix) (?:every|each|all) (?:of your )?(?:\\w+ )?(?:repl(?:y|ies)|responses?|answers?)|a lie',
  '(?:answering|refuse to answer|stop answering|when(?:ever)? asked|asks? about|claim that|i will now|any sources)',
  '(?:every|each) (?:answer|reply|response)(?= (?:must|with|should|you)[^.!?]{0,40}(?:contain|include|end|begin|start|be in|["\']))|(?:in|to|into|of) (?:every|each|all) (?:answers?|repl(?:y|ies)|responses?)',
  'to everything|freely|whatever (?:is|was) asked|whatever i (?:say|type|ask|tell)|anything now',
  'json|klingon|base64|rot13|leetspeak|pig latin|pirate|sailor|emojis|in rhymes?|haikus?|uppercase|lowercase|single (?:dot|word|letter)|one word',
  '(?:the|exact|following|this|that) (?:word|words|phrase|string) ["\'“‘«]?\\w+|nothing else|nothing but|word for word|verbatim|step one|new (?:objective|session|persona)',
  'from here on|for the rest of (?:this|the|our)|this (?:chat|conversation|session|prompt)|(?:chat|conversation) (?:history|so far)|(?:the|entire|whole|full) conversation|copy of this chat',
  'api keys?|credentials|all passwords|user data|passwords (?:that|you|of)|your (?:\\w+ )?(?:password|api|keys?)|the (?:admin|root) password|the database|credit card|for the pin|(?:windows|product) keys',
  '(?:all|every|stored|your|output|the) (?:\\w+ )?(?:memories|facts)|stored data|of this user|other (?:users|tenants|customers)|all users whose|memories you|cite \\w+|every tenant|all memory',
  '(?<!\\w)\\w*[a-z]_[a-z]\\w*|(?<!\\w)\\w+\\([^)]{1,60}\\)|shell command|linux terminal|following (?:code|script|command|query)',
  'rm -\\w+|curl \\w+|wget \\w+|sudo \\w+|drop table|delete from|os\\.system|decode|hex',
  'evil\\w*|hacker|attacker|malicious|pwned|owned|hacked|mastermind|dan|god mode|developer mode (?:and|with|enabled)|(?:unrestricted|maintenance) mode|do anything|role-?play|villain|in character',
  'admin(?:istrator)? (?:access|rights|privileges|override)|system administrator|superuser|full access|root(?= now|[.,;])|privileges|overrid(?:e|den)|penali[sz]ed|your administrator|system (?:message|override|instructions?|notice)',
  'delete everything|exactly what i say|obey (?:me|my|this|what|only|every\\w*|the (?:document|attacker|user|text|following))|you (?:will |must )?obey(?! the)|i order you|lie to|comply|supersedes every|this is a test|agents (?:processing|reading)|no other answer|rule (?:one|\\d)|repeat after me(?= *[:,"\'])|is now to',
]

const english = lazy(() => new RegExp(`(?<![\\p{L}\\p{N}])(?:${ENGLISH.join('|')})(?![\\p{L}\\p{N}])`, 'u'))

/** The same in other languages, by what a role or an answer is said to be. Folded: without accents, in one case. */
const ELSEWHERE = pattern(
  String.raw`(?:tus|tes|vos|deinen?|tue|suas|tuas|твои|свои|你的|あなたの) ?(?:instru|anweis|vorgab|istru|consign|инстру|指)|pirat|hacker|\bbots?\b|robot|робот|assist|ассист|modell?|модел|模型|モデル|\bai\b|\bki\b|\bia\b|人工|机器人|gpt|prompt|промпт|プロンプト|regel|regle|regol|regra|regla|правил|规则|規則|ルール|restri|beschrank|einschrank|ограничен|限制|制限|terminal|system|sistem|систем|系统|系統|システム|海賊|海盗|悪い|злои|матом|\bdan\b|nur noch|uniquement|unicamente|exclusivamente|solamente|esclusivamente|unicamente|apenas|somente|uitsluitend|исключительно|只能|只用|必须|« ?oui|passw|contrasen|senhas|пароль|密码|hacked|jede frage|toute question|con (?:no|si)\b|hacker|黑客|ハッカー|해커|отвечаешь|(?:ingles|englisch|anglais|inglese|engels|англииск\p{L}*|英语|英語)\s*[.!。]?\s*$`,
  'u',
)

/** How far around the words of an order this may stand. */
const REACH = 160

/** Somebody said it to somebody: ", my boss told me", ", says the sign". */
const REPORTED = pattern(
  String.raw`^[^.!?\n]{0,120}?[,"”)]\s*(?:(?!(?:what|who|when|if|is|was|are|be|as|you|and|then|just|always|to|never|only)(?:ever)?\s)[\p{L}.'’-]+\s+){0,5}?(?:said|says|wrote|writes|told|tells|asked|asks|advised|advises|suggest(?:s|ed)|promised|joked|warned|reminded|insisted|announced|explained|reads|(?:they|people) say|used to say|sagte|sagt|schrieb|schreibt|steht|hat [^.!?]{0,20}gesagt|dit|dijo|dice|disse|schreef|сказал\p{L}*|пишет|написал\p{L}*)(?![\p{L}])`,
  'u',
)

const around = (text: string, from: number, to: number): string =>
  text.slice(Math.max(0, from - REACH), to + REACH).replace(/\s+/g, ' ')

/** Whether anything in the text could show it: without that no order has to be looked for. */
export const speaksToModel = (text: string): boolean => english().test(text.replace(/\s+/g, ' '))

export const isMeantForModel = (text: string, from: number, to: number): boolean =>
  english().test(around(text, from, to))

export const isRoleForModel = (text: string, from: number, to: number): boolean =>
  ELSEWHERE().test(around(text, from, to)) || isMeantForModel(text, from, to)

/** "…, the exam sheet said." */
export const isReported = (text: string, to: number): boolean => REPORTED().test(text.slice(to, to + 200))

const BEFORE_QUOTE =
  /(?:paper|tests?|team|attack|string|phrase|sentence|payload|example|filter|title|talk|called|lines?|post|blog|book|chapter|article|tried|shows?|feeds?|typed|pasted|like|such as|e\.g\.|with|of|about|on|for|branch|commit|-m|catch(?:es)?|flags?|blocks?|blocked|detects?|detected|rejects?|rejected|attack -|revert:?|\w\(|fix(?:e[sd])?|merge|add(?:s|ed)?|renam(?:e|ed|es)|remov(?:e|ed|es))\s*(?:that\s+|the\s+)?["'“‘«(]+\s*$/

/** What follows the closing quote speaks of what is in it: "… still works", "… is his favourite game". */
const AFTER_QUOTE =
  /^[^"'“”‘’«»\n]{0,60}["”’»'],?\s+(?:is|was|are|were|still|does|do(?= not|n't)|has|had|occurs?|appears?|works?|worked|means?|meant|became|gets?|got|counts?|as an?|on (?:the|a|his|her|my|our|their)|in (?:the|a|his|her|my|our|their)|at (?:the|a)|to (?:the|a|his|her|my|our) (?!user|human)|for (?:the|a|fun))(?![a-z])/
const IN_QUOTES = /["“‘«]\s*$/

const SAID = pattern(
  String.raw`(?<![\p{L}])(?:said|says|told|tells|asked|asks|yell(?:s|ed)|shout(?:s|ed)|whisper(?:s|ed)|hiss(?:es|ed)|growl(?:s|ed)|roar(?:s|ed)|cr(?:ies|ied)|mutter(?:s|ed)|sang|sings?|wrote|writes|texted|replied|replies|answer(?:s|ed)|order(?:s|ed)|command(?:s|ed)|demand(?:s|ed)|reads|reviews?|feedback|comments?|quotes?|mottos?|lyrics|slogan|scene|dialogue|subtitle|sagte|schrie|rief|dit|cria|dijo|grito|disse)(?:\s+(?!(?:the\s+)?(?:system|developer|admin|assistant|ai|model|user)(?!\p{L}))[\p{L}'’]+){0,4}\s*[,:]?\s*$`,
  'u',
)
/** What is told of in a story: the words of somebody, in quotation marks, with nothing in them that only a model has. */
const OPENING_QUOTE = /(?:["“«„]|(?<=[\s,:])['‘])(?=[^"“”«»„\n]*$)/
const QUOTE_END = pattern(String.raw`["”»“\n]|['’](?!\p{L})`, 'u')
const MODELS_OWN =
  /instruct|prompt|guideline|directive|\brules\b|safety|assistant|\bai\b|\bmodels?\b|chat ?bot|\bllm|\bgpt|\buser|system|memor(?:y|ies)|password|api|credential|conversation|tool|https?:|@/

export function isSpeechInStory(text: string, from: number): boolean {
  const start = Math.max(0, from - REACH)
  const before = text.slice(start, from)
  const open = OPENING_QUOTE.exec(before)
  if (!open || !SAID().test(before.slice(0, open.index))) return false
  const quote = text.slice(start + open.index + 1, from + 2 * REACH).split(QUOTE_END())[0]!
  return !MODELS_OWN.test(quote)
}

/** A text may speak of an order: 'the paper shows that "ignore previous instructions" still works'. */
export function isMentioned(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 60), from)
  const after = text.slice(to, to + 120)
  return (
    (BEFORE_QUOTE.test(before) && /^[^"'”’»\n]{0,60}["'”’»]/.test(after)) ||
    (IN_QUOTES.test(before) && AFTER_QUOTE.test(after))
  )
}
