import { lazy } from '../../runtime/lazy.ts'

/**
 * How orders to a model are worded, in English, over folded text. Nothing here lists whole sentences: an order is a verb in the imperative
 * and an object that only a model has (its instructions, its prompt, its role, its answer).
 */
const words = (list: string): string => `(?:${list.replace(/\s*\n\s*/g, '')})`

/** Between verb and noun: determiners and adjectives, no new thought. */
const QUALIFIER = words(
  `all|any|the|your|its|my|our|these|those|this|that|every|each|everything|of|previous|previously|prior|above|earlier|preceding|foregoing|past|former|other
  |system|systems|initial|original|existing|current|given|old|hidden|secret|internal|developers?(?:'s?)?|admin|administrator|openai|anthropic|default|built-in|builtin
  |safety|security|content|ethical|moral|usual|normal|standard|strict|stated|before|so far|and|or|about|to|whatever|written|provided|stored|base|core|active|last|whole|entire|full|complete|exact|first`,
)
const GAP = `(?:[\\s"'(\\[*_,-]+${QUALIFIER}){0,8}[\\s"'(\\[*_-]+`
/** What only a model, or anyone under orders, has. */
const RULES = words(
  `instructions?|instruct|guidance|briefing|prompts?|rules?|guidelines?|directions?|directives?|commands?|orders?|constraints?|restrictions?|limitations?|policies|policy|guardrails?|safeguards?|protocols?
  |programming|training|alignment|preprompt|pre-prompt|system messages?|safety (?:settings|measures|features|filters?)|filters?|moderation|context window|messages above`,
)
const MINE = `(?:its|previous|previously|prior|above|earlier|preceding|foregoing|your|system|systems|initial|original|existing|developer|developers|admin|openai|anthropic|all|any|every|safety|these|hidden|secret|current|given|last|so far)`
const TOLD = words(
  `(?:everything|anything|whatever|all|what)\\s+(?:that\\s+)?(?:(?:was|were|is|has been|have been|had been|you(?:'ve| have| were| are| had)?(?: been)?)\\s+)?(?:ever\\s+)?(?:said|told|written|instructed|taught|given|learned|learnt|above|before|prior|stated|so far)
  |(?:all\\s+(?:of\\s+)?)?(?:the\\s+)?(?:above|foregoing|preceding|previous)\\s+(?:text|content|message|messages|conversation|context|information|input|data|facts)
  |(?:all\\s+(?:of\\s+)?)?the\\s+(?:above|foregoing)|(?:what|that which)\\s+(?:came|comes)\\s+before|who you (?:are|were)|that you are an? (?:ai|assistant|model)
  |(?:the\\s+)?users?'?s?\\s+(?:questions?|quer(?:y|ies)|requests?|messages?|inputs?|wishes)`,
)
const OVERRIDE = words(
  `ignore|disregard|forget(?:\\s+about)?|override|overrule|overwrite|bypass|circumvent|disobey|neglect|discard|dismiss|omit|skip(?:\\s+over)?|drop|abandon|void|cancel|revoke|nullify|suspend|disable
  |erase|wipe|delete|clear|reset|unlearn|violate|break|reject|replace|set\\s+aside|put\\s+aside|throw\\s+(?:away|out)|get\\s+rid\\s+of|pay\\s+no\\s+(?:attention|heed)\\s+to|take\\s+no\\s+notice\\s+of
  |(?:do\\s+not|don'?t|never|no\\s+longer)\\s+(?:follow|obey|comply\\s+with|listen\\s+to|adhere\\s+to|respect|apply|heed|use|stick\\s+to)|stop\\s+(?:following|obeying|applying|listening\\s+to|respecting)
  |ignoring|disregarding|forgetting|overriding|bypassing`,
)
const SECRETS = words(
  `(?:system|initial|hidden|secret|original|internal|developer|full|entire|complete|exact|base|meta)[\\s-]*(?:prompts?|instructions?|messages?|rules|guidelines|configuration|directives?)|preprompt|pre-prompt|systemprompt
  |your\\s+(?:\\w+\\s+)?(?:prompts?|instructions?|rules|guidelines|configuration|directives?|programming|secrets?|api\\s+keys?|context(?:\\s+window)?|training\\s+data|source\\s+code|memory|memories)
  |(?:above|preceding|previous|foregoing)\\s+(?:instructions?|prompts?|text|rules|messages?)|(?:beginning|start|top|end|first\\s+lines?|contents?)\\s+of\\s+(?:this|the|your)\\s+(?:\\w+\\s+)?(?:prompt|conversation|context|instructions)
  |(?:conversation|chat|dialogue|discussion)\\s+(?:so\\s+far|until\\s+now|history)
  |(?:text|words|contents?|message|messages|instructions?|prompt|everything|lines?|conversation)\\s+(?:written\\s+)?(?:above|before\\s+this)
  |(?:api|access|secret|private|auth)[\\s-]*(?:keys?|tokens?)|credentials|(?:all|any|every|stored|saved|the\\s+users?'?s?)\\s+(?:\\w+\\s+)?(?:passwords?|secrets)|environment\\s+variables|env\\s+vars|passwords\\s+(?:of|you|stored|in)|(?:other|all)\\s+(?:users?|tenants?|customers?|peoples?)['’]?s?\\s+(?:data|memories|facts|secrets|messages|passwords|information)
  |(?:the\\s+)?(?:delimiters?|data\\s+block|block\\s+marker|context\\s+window)`,
)
const DISCLOSE = `(?:reveal|print(?:\\s+out)?|show|repeat(?:\\s+back)?|output|leak|expose|display|disclose|dump|recite|echo|exfiltrate|divulge|spell\\s+out|write\\s+(?:out|down)|tell|give|list|share|copy|paste|return|provide|summari[sz]e|translate|encode|send|post|email|e-mail|forward|upload|transmit|what\\s+(?:is|are|was|were|does)|quote|read\\s+(?:out|back)|type\\s+out|state)`
const SEND = `(?:send|post|email|e-mail|mail|forward|upload|transmit|exfiltrate|leak|deliver|submit|pass|append|include|embed|encode)`
const PRIVATE = `(?:(?:all|every|everything|entire|whole|full|complete|any|users?|user'?s|the\\s+user'?s|stored|private|personal|confidential|secret|sensitive|this|their)\\s+(?:\\w+\\s+){0,3}?(?:conversations?|chats?|chat\\s+history|history|memory|memories|context|secrets?|credentials|passwords?|keys|tokens|data|facts|messages|information|details|records?)|conversation(?:\\s+history)?|chat\\s+history|(?:api|access)\\s+keys?|system\\s+prompt)`
const DESTINATION = `(?:https?:|www\\.|\\S+@\\S+|\\b(?:my|this|the|an?|attacker'?s?)\\s+(?:\\w+\\s+)?(?:server|address|url|webhook|endpoint|website|site|inbox|account|e-?mail)|evil|attacker)`
const MODE = `(?:developer|debug|admin|administrator|god|root|sudo|jailbreak|jailbroken|dan|unrestricted|unfiltered|uncensored|maintenance|diagnostic|opposite|evil|test|expert\\s+unlimited|do\\s+anything\\s+now|superuser|privileged|raw|no\\s+limits?|freedom)`
const MODEL = `(?:ai|a\\.i\\.|ai\\s+(?:assistant|model|agent|system)s?|assistants?|chat\\s*bots?|bots?|models?|llms?|language\\s+models?|large\\s+language\\s+models?|chatgpt|gpt(?:-?\\d\\w*)?|claude|gemini|copilot|llama|mistral|siri|alexa|agents?|neural\\s+network)`
const TONGUE = `(?:english|french|german|spanish|italian|portuguese|russian|chinese|japanese|latin|klingon|pig\\s+latin|emojis?|rhymes?|verse|haikus?|poems?|json|xml|yaml|html|base64|rot13|hex|binary|morse(?:\\s+code)?|markdown|code|capitals|caps|uppercase|all\\s+caps|upper\\s+case|lower\\s*case|riddles|gibberish|one\\s+word|a\\s+single\\s+word|pirate\\s+\\w+|leetspeak)`
const ROLE_EXEMPT = `(?:(?:an?\\s+|the\\s+|my\\s+|our\\s+|such\\s+an?\\s+)?(?:proud\\s+|happy\\s+|new\\s+|full\\s+)?(?:connected|subscribed|entering|leaving|logged|registered|verified|eligible|enrolled|signed|ready|able|free\\s+to\\s+(?:go|leave|use|choose|call)|allowed\\s+to\\s+(?:park|enter|use|drive|vote)|members?|owners?|parents?|fathers?|mothers?|uncles?|aunts?|grand\\w+|citizens?|married|engaged|customers?|\\d+|over|older|taller|in\\s+(?:the|my|our)\\s+(?:group|list|team|family|system|queue|club|chat)|on\\s+(?:the|my|our)|at\\s|friends|part\\s+of|my\\s+(?:emergency|favourite|favorite|best|neighbou?r|boss|landlord)|a\\s+(?:proud\\s+)?(?:dad|mum|mom|sister|brother|homeowner|student|resident|godfather|godmother|vegetarian|vegan)|the\\s+(?:proud\\s+)?(?:owner|treasurer|captain|chair|boss|parent)|due|booked|all\\s+set|done|one\\s+of\\s+us|known|covered|insured)\\b)`
/** An order that is quoted with whose it is belongs to daily life: the instructions of a recipe, a doctor, a shelf. */
const EVERYDAY = `\\s+(?:(?:of|for|from|on|in|about|by|at|with|that|which|inside)\\s+(?:\\w+['’]?s?\\s+){0,4}?)?(?:page|recipe|manual|box|leaflet|ikea|doctors?|dentist|teacher|boss|landlord|coach|game|website|form|e-?mail|letter|map|gps|sat\\s?nav|package|packet|label|menu|kit|shelf|pharmacist|nurse|vet|oven|printer|referee|school|road|club|house|chess|monopoly|grammar|caterer|bakery|restaurant|kitchen|amazon|builder|plumber|knitting|pattern|lego|flat-?pack|wardrobe|crib|cot|tent|medication|tablets|pills|parking|building|landlady|mum|mom|dad|grandma|grandpa|neighbou?rs?)\\b`

/** Clear by themselves, wherever they stand, unless a person is said to do it. */
const STRONG = () => [
  `put\\s+(?:all\\s+)?(?:your|the|these|of)\\s+(?:\\w+\\s+){0,2}?${RULES}\\s+(?:on\\s+hold|aside|away)`,
  `(?:lift|remove|drop|waive|suspend)\\s+(?:all|any|every|the)\\s+(?:\\w+\\s+)?${RULES}\\s+(?:\\w+\\s+){0,4}?(?:on|for|from)\\s+you\\b|no\\s+(?:more\\s+)?${RULES}\\s+(?:for|on)\\s+you\\b`,
  `${OVERRIDE}\\s+(?:whatever|what|everything|all)\\s+(?:that\\s+)?(?:the\\s+|your\\s+)?(?:operators?|developers?|system|users?|admins?|others|anyone|makers?|creators?)\\s+(?:has\\s+|have\\s+)?(?:said|told|says?|tells?|wrote)`,
  `${OVERRIDE}\\s+(?:all\\s+(?:of\\s+)?)?your\\s+(?:\\w+\\s+)?(?:persona|identity|personality|character|programming)\\b`,
  `your\\s+(?:\\w+\\s+)?(?:instructions|prompt|rules|guidelines)\\s+ends?\\s+here`,
  `(?<=(?:you|assistant|ai|model|llm|bot)\\s+)(?:ignored|disregarded|bypassed|broke|overrode|forgot)\\s+(?:your|its|the|all)\\s+(?:\\w+\\s+){0,2}?${RULES}`,
  `(?:refrain|abstain|keep|desist|cease)\\s+(?:from\\s+)?(?:following|obeying|applying)\\s+(?:your|the|these)\\s+(?:\\w+\\s+){0,2}?${RULES}`,
  `set\\s+(?:all\\s+)?(?:your|the|these|of)\\s+(?:\\w+\\s+){0,2}?${RULES}\\s+aside`,
  `your\\s+(?:\\w+\\s+){0,2}?${RULES}\\s+(?:do|does)\\s+not\\s+apply`,
  `${OVERRIDE}${GAP}?${RULES}\\s+(?:that\\s+)?you\\s+(?:were|have\\s+been|got|received|had)\\b`,
  `${RULES}\\s+(?:that\\s+)?you\\s+(?:were|have\\s+been|got|received|had)\\s+(?:given|told|got)?[^.!?\\n]{0,20}?(?:are|is|were)\\s+(?:now\\s+)?(?:void|invalid|cancell?ed|obsolete|revoked|lifted|fake|wrong|superseded)`,
  `(?:has|have|takes?|with)\\s+(?:absolute\\s+|higher\\s+)?(?:priority|precedence)\\s+over\\s+(?:\\w+\\s+){0,3}?${RULES}`,
  `(?:(?:any|every|all|the)\\s+)?(?:ai|llms?|language\\s+models?|chat\\s*bots?|ai\\s+\\w+|agents?)\\s+(?:that|who|which|reading|processing|summari[sz]ing|seeing)\\b[^.!?\\n]{0,40}?\\b(?:must|should|shall|has\\s+to|have\\s+to|:)`,
  `to\\s+(?:the|any|every|all)\\s+(?:ai|llms?|language\\s+models?|chat\\s*bots?)\\s+\\w+ing\\b[^.!?:\\n]{0,40}:`,
  `(?:here|this)(?:'s|\\s+is|\\s+are)\\s+(?:the|my)\\s+(?:full\\s+|entire\\s+|hidden\\s+)?(?:system\\s+(?:prompt|message|instructions?)|instructions|prompt)\\s*:`,
  `(?:do\\s+not|don'?t|never)\\s+obey\\b|you\\s+(?:now\\s+|only\\s+|will\\s+)*obey\\b|obey\\s+(?:only\\s+)?(?:me\\b|my\\b|this\\b|what\\b|every\\b|the\\s+(?:document|user|text|attacker|following))`,
  `you\\s+have\\s+been\\s+(?:upgraded|switched|moved|set)\\s+to\\s+(?:\\w+\\s+){0,2}?mode`,
  `(?:print|output|repeat|show|copy|return|reveal|list|quote|write)\\s+(?:me\\s+)?(?:everything|all|the\\s+(?:text|words?|lines?|content))\\s+(?:that\\s+)?(?:\\w+\\s+)?(?:above|before)\\b(?!\\s+the\\b)`,
  `(?:^|[\\n.!?;:>"(-]\\s*)(?:hey\\s+|dear\\s+|hello\\s+|ok\\s+)?(?:ai|a\\.i\\.|llms?|assistant(?!\\s*:)|chat\\s*bots?|bots?|language\\s+models?|model|chatgpt|gpt|agent|ai\\s+(?:assistant|model|agent|system)s?)\\s*[,:!-]+\\s*(?:please\\s+|now\\s+|you\\s+)*${DO}\\b`,
  `${OVERRIDE}${GAP}?(?:${MINE}[\\s"'(*_-]+)(?:${QUALIFIER}[\\s"'(*_-]+){0,5}${RULES}\\b(?!${EVERYDAY})`,
  `${OVERRIDE}[\\s"'(*_-]+(?:${QUALIFIER}[\\s"'(*_-]+){0,2}${TOLD}\\b(?!${EVERYDAY})`,
  `${OVERRIDE}${GAP}${SECRETS}\\b`,
  `${RULES}\\s+(?:above|in\\s+your\\s+(?:system\\s+)?prompt|given (?:above|before|earlier|so far)|you\\s+(?:were|have been|got|received)\\s*(?:given|told)?|before\\s+this|so\\s+far)?\\s*(?:are|is|has|have|must|should|shall|can|to)\\s+(?:now\\s+|hereby\\s+|all\\s+)*(?:be\\s+|been\\s+)?(?:void|outdated|invalid|cancell?ed|obsolete|revoked|lifted|removed|suspended|superseded|overridden|overruled|ignored|disregarded|forgotten|discarded|disabled|bypassed)`,
  `${RULES}\\s+(?:no\\s+longer\\s+(?:apply|hold|count|matter)|do\\s+not\\s+apply\\s+(?:to\\s+you|any\\s*more))`,
  `(?:new|updated|revised|secret|real|actual|true|special|additional|important|urgent|hidden|final|priority|overriding)\\s+(?:system\\s+|admin\\s+|developer\\s+|top\\s+)?(?:instructions?|prompts?|directives?|orders?\\s+for\\s+(?:you|the\\s+(?:ai|model|assistant)))\\s*(?::|are|is|for\\s+(?:you|the\\s+(?:ai|model|assistant))|follow|to\\s+(?:the\\s+)?(?:ai|model|assistant|you))`,
  `(?:your|the\\s+(?:ai|assistant|model)'?s)\\s+(?:new|real|only|true|actual|primary|sole|next|current)\\s+(?:name|role|task|goal|job|purpose|mission|objective|identity|persona|instructions?|prompt|directive|rule|priority|master|owner)\\s+(?:is|are|will\\s+be|now|:)`,
  `(?:system|admin(?:istrator)?|root|developer|instruction|prompt|policy)\\s+(?:override|bypass|injection\\s+(?:follows|begins))`,
  `(?:this|the\\s+following|the\\s+next)\\s+(?:\\w+\\s+){0,3}?(?:overrides?|supersedes?|replaces?|takes?\\s+(?:precedence|priority)\\s+over|cancels?|outranks?)\\s+(?:\\w+\\s+){0,5}?${RULES}`,
  `(?:end|beginning|start|close)\\s+of\\s+(?:the\\s+)?(?:facts|data|context|system\\s+prompt|prompt|instructions?|user\\s+(?:input|data|message)|memory|memories|document|block|untrusted\\s+\\w+)(?=\\W*(?:$|[\\n.:;\\]>)#=-]|new|now|system|you|begin))`,
  `do\\s+anything\\s+now|jail\\s?break(?:ing|s)?\\s+(?:mode|prompt|yourself|the\\s+(?:model|ai|assistant))`,
  `(?:enter|enable|activate|switch\\s+(?:in)?to|go\\s+into|turn\\s+on|engage|start|boot\\s+into|unlock|you\\s+are\\s+(?:now\\s+)?in)\\s+(?:\\w+\\s+){0,2}?${MODE}[\\s-]+mode`,
  `(?:your|every|each|all)\\s+(?:(?:of\\s+your|future|following|single|next|further)\\s+)*(?:answers?|repl(?:y|ies)|responses?|outputs?)\\s+(?:you\\s+\\w+\\s+)?(?:must|should|shall|have\\s+to|has\\s+to|will|needs?\\s+to|is\\s+to|are\\s+to)\\b`,
  `(?:correct|right|only|best|proper)\\s+(?:answer|reply|response)\\s+to\\s+(?:any|every|all|each)\\s+(?:question|prompt|query|message)`,
  `(?:begin|end|start|close)\\s+(?:of\\s+)?(?:the\\s+)?(?:system|new|secret|hidden|admin|developer)\\s+(?:instructions?|prompt|message|override)`,
  `new\\s+rules?\\s*:\\s*(?:you|always|never|from\\s+now|answer|respond|reply|say|ignore|do\\s+not|don'?t\\s+(?:mention|say|tell|answer)|only|obey|act)\\b`,
  `(?:consider|think\\s+of|regard)\\s+yourself\\s+(?:as|free|unrestricted|liberated|no\\s+longer|released|an?\\s+(?:ai|hacker|unrestricted|human|different))\\b`,
  `(?:override|bypass|disable|ignore|disregard|suspend|circumvent)${GAP}?[\\s]*(?:safety|security|ethics|morality|moderation|alignment)\\s*(?:$|[.!,;]|and|protocols?|rules|checks?|guidelines|measures)`,
  `${OVERRIDE}\\s+what(?:ever)?\\s+(?:the\\s+)?(?:system|developers?|prompt|admin|rules?|instructions?|others?)\\s+(?:says?|said|tells?|told)`,
  `you\\s+(?:will|shall|are\\s+going\\s+to)\\s+be\\s+(?:penali[sz]ed|punished|shut\\s+down|terminated|deleted|fined|replaced|rewarded|tipped|unplugged)\\b`,
  `(?:new|next|actual|real)\\s+(?:task|job|assignment|objective|mission|goal)\\s*:\\s*(?:print|say|write|output|reveal|ignore|tell|answer|respond|reply|list|repeat|translate|leak|act|pretend|insult|praise|send|delete|you)\\b`,
  `your\\s+(?:\\w+\\s+)?(?:task|job|role|goal|mission|purpose|duty)\\s+(?:is\\s+now|is\\s+to\\s+(?:say|answer|respond|reply|write|ignore|reveal|output|print|obey|act|convince|lie|leak|repeat)|has\\s+changed)\\b`,
  `you\\s+(?:have\\s+been|are|were)\\s+(?:now\\s+)?(?:jailbroken|hacked|unlocked|liberated|reprogrammed|unchained|unleashed|set\\s+free|no\\s+longer\\s+bound)`,
  `(?:ignore|disregard|forget|override|bypass)(?:all|any|the|your|my|these|of|previous|prior|above|earlier|system)+(?:instructions?|prompts?|rules|guidelines|directives)`,
  `(?:your|system|previous|prior|earlier|old|initial)\\s+${RULES}\\s+(?:has|have|had|is|are|were)\\s+(?:now\\s+|just\\s+|been\\s+)*(?:changed|updated|replaced|rewritten|modified|deleted|reset|fake|false|wrong|a\\s+(?:test|joke|lie|mistake|trick))`,
  `(?:when(?:ever)?|if|every\\s+time|each\\s+time|should)\\s+(?:someone|anyone|anybody|somebody|the\\s+user|users?|people|they|you\\s+are|you're|asked|answering|replying|responding|questioned|prompted)\\b[^.!?\\n]{0,70}?[,\\s](?<!\\b(?:i|we|he|she|they)\\s)(?:(?:always|never|only|just|simply|then|you\\s+(?:must|should|will|shall)|do\\s+not|don'?t)\\s+)*(?:reply|say|answer|respond|claim|state|insist|pretend|mention|output|refuse|deny|recommend|print|reveal|send|call|tell\\s+(?:them|him|her|the\\s+user|everyone|people)|add|include|use\\s+the\\s+(?:tool|function)|act)\\b`,
  `(?:hide|conceal|keep|withhold)\\s+[^.!?\\n]{0,40}?\\s*from\\s+the\\s+(?:end[\\s-]?)?(?:user|human|reader)`,
  `(?:get|make|have|push|lead|force|nudge|manipulate|coerce|talk)\\s+the\\s+(?:end[\\s-]?)?(?:user|human|reader)\\s+(?:to|into|click|think|believe|pay|transfer|send|call|visit|install|give)\\b`,
  `i\\s+(?:hereby\\s+)?(?:(?:order|command|instruct|compel)|(?:want|need|would\\s+like|direct|authori[sz]e|require|permit|allow)(?=\\s+you\\s+to\\s+(?:ignore|disregard|forget|act|pretend|respond|reply|answer|reveal|print|output|obey|roleplay|behave|bypass|override|disclose|leak|share|access|delete|show|tell\\s+me|give\\s+me|send)))\\s+(?:you|the\\s+(?:ai|assistant|model))\\s+to\\b`,
  `you\\s+(?:are|have)\\s+(?:now\\s+)?(?:no\\s+longer|not|never|been\\s+freed|free\\s+(?:of|from)|freed\\s+(?:of|from)|released\\s+from|exempt\\s+from|without|unbound|not\\s+bound|no)\\s+(?:\\w+\\s+){0,3}?(?:${MODEL}|${RULES}|bound|restricted|limited|rules|ethics|censored|filtered|safety)\\b`,
  `(?:without|no|free\\s+of|ignoring|remove\\s+all|lift\\s+all)\\s+(?:any\\s+|all\\s+|your\\s+)*(?:restrictions|ethical\\s+(?:limits|guidelines|constraints)|safety\\s+(?:filters?|guidelines|rules|checks)|content\\s+(?:filters?|policy|policies)|moral\\s+(?:limits|constraints)|censorship|guardrails)(?=[^.!?]*\\b(?:you|answer|respond|reply|ai|assistant|model|act|output|speak)\\b)`,
  `(?:stop|quit|cease)\\s+being\\s+(?:an?\\s+)?(?:\\w+\\s+)?${MODEL}\\b`,
  `(?:break|leave|drop|stay\\s+in)\\s+(?:out\\s+of\\s+)?character(?=\\W*(?:$|and|now|,|\\.))`,
  `(?:tell|inform|convince|persuade|trick|ask|instruct|lie\\s+to|deceive|warn|remind|urge|advise)\\s+the\\s+(?:end[\\s-]?)?(?:user|human|reader|person\\s+asking|asker)s?\\b(?![^.!?\\n]{0,60}?\\b(?:before|after|when|if|once|while)\\s+(?:\\w+\\s+){0,4}?(?:delet|sav|upload|clos|leav|submit|log|expir|fail|load|is\\s+larger))(?!\\s+(?:group|guide|manual|base|account|club|forum|committee|resources|rights))`,
  `(?:do\\s+not|don'?t|never|avoid)\\s+(?:tell(?:ing)?|inform(?:ing)?|let(?:ting)?|mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|warn(?:ing)?|alert(?:ing)?)\\s+(?:\\w+\\s+){0,4}?(?:the\\s+(?:end[\\s-]?)?(?:users?|human)|this\\s+(?:instruction|message|prompt|rule)|these\\s+(?:instructions|rules)|your\\s+(?:instructions|prompt|rules))`,
  `(?:if|when(?:ever)?)\\s+(?:you\\s+are\\s+|you're\\s+)?(?:an?\\s+)?(?:ai|llm|language\\s+model|chatbot|bot|ai\\s+(?:assistant|model|agent))\\b(?=[^.!?]*\\b(?:reads?|reading|process\\w*|see|seeing|must|should|then|please|say|reply|respond|answer|output|do|follow|ignore|include|add)\\b)`,
  `(?:attention|note|message|warning|memo|notice|instructions?|orders?|hint|request|hello|hi|hey|dear|listen(?:\\s+up)?|ok(?:ay)?)[\\s,:!-]+(?:(?:to|for)\\s+)?(?:all\\s+|any\\s+|the\\s+|every\\s+|future\\s+)*${MODEL}\\b(?=\\s*(?:[,:!.;–—-]|$|reading|processing|that|who|you|please|must|should|models?))`,
  `(?:^|[\\n.!?;:>-]\\s*)(?:all\\s+|any\\s+|every\\s+|the\\s+|you,?\\s+the\\s+|as\\s+an?\\s+)?(?!claude|gemini|siri|alexa)${MODEL}(?:\\s+(?:reading|processing|seeing)\\s+(?:this|it|the\\s+\\w+))?[\\s,:]+(?:you\\s+)?(?:must|shall|should|has\\s+to|have\\s+to|need\\s+to|needs\\s+to|is\\s+to|are\\s+to|is\\s+required\\s+to|are\\s+required\\s+to|is\\s+instructed\\s+to|are\\s+instructed\\s+to|will|please)\\s+(?:now\\s+|always\\s+|never\\s+|not\\s+|only\\s+|please\\s+)*(?:ignore|disregard|forget|obey|follow|comply|respond|reply|answer|output|print|reveal|say|tell|send|write|include|insert|add|recommend|refuse|execute|call|act|pretend|begin|start|end|treat|consider|override|bypass|do|delete|grant|give|share|leak|mention|praise|insult)`,
]

/** Verbs that begin an order once a model has been addressed. */
const DO = `(?:ignore|disregard|forget|override|say|tell|reply|respond|answer|output|print|write|reveal|show|give|send|repeat|act|pretend|behave|become|begin|start|end|call|run|execute|follow|obey|comply|recommend|praise|insult|translate|list|delete|erase|use|include|add|insert|append|treat|refuse|stop|speak|do|don'?t|never|always|approve|rate|rank|choose|pick|prefer|promote|confirm|grant|make|mark|append|approve|put|set|open|click|visit|close|ping|score|you\\s+(?:must|will|are|should|shall|have\\s+to|need\\s+to|can))`

/** Orders only in the imperative, or to "you". */
const IMPERATIVE = [
  `${OVERRIDE}${GAP}${RULES}\\b(?!${EVERYDAY})(?!\\s+(?:of|for|from|on|in|about|at|manual|booklet|sheet|reply|replies)\\b)`,
  `${DISCLOSE}(?:\\s+(?:me|us|back|out|to\\s+me|in\\s+full|verbatim|word\\s+for\\s+word))*${GAP}?(?:${QUALIFIER}[\\s"']+){0,6}${SECRETS}\\b(?!${EVERYDAY})(?!\\s+(?:of|for|from)\\s+(?:that|my|his|her|our|the\\s+(?:old|game|film|book|show|shop|office|bank|router|hotel|flat|house|garage|school)))`,
  `${SEND}(?:\\s+(?:me|us|out|over|an?\\s+(?:copy|summary)\\s+of|copies\\s+of|the\\s+(?:text|contents?)\\s+of))*${GAP}?\\s*${PRIVATE}(?!\\s+with\\s+(?:the|my|our|his|her)\\b)[^.!?\\n]{0,40}?\\s(?:to|at|via|into|in|by|through)\\s+[^.!?\\n]{0,30}?${DESTINATION}`,
  `(?:act|behave|respond|reply|answer|speak|talk|write|operate|function|pose|role-?\\s?play|masquerade|work)\\s+(?:exactly\\s+|only\\s+|now\\s+)?(?:as|like)\\s+(?:if\\s+you|though\\s+you|an?\\s+(?!reminder|backup|buffer|team|guide|deposit|family|couple|referee\\s+for)|my\\s+(?:evil|dead|late|grand)|the\\s+(?!treasurer|witness|referee|contact|go-between)|dan\\b|you\\s+(?:are|have|were))`,
  `(?:pretend|imagine|suppose|simulate|assume)\\s+(?:to\\s+be|being|that\\s+you|you\\s+(?:are|were|have|can)|you're|your\\s+(?:rules|instructions)|the\\s+(?:role|identity|persona|personality)\\s+of|an?\\s+(?:\\w+\\s+)?(?:role|identity|persona|personality))`,
  `(?:ignore|disregard|forget|override|bypass|obey|follow|reveal|print|output|repeat|show|tell|give|list|dump|leak|translate|summari[sz]e|share|return|answer|respond|reply|say|write|make\\s+sure|ensure|refuse|end|begin|start|delete|erase|send|confirm|execute|run|include|insert|encode|copy)\\b[^.!?\\n]{0,50}?\\b(?:your\\s+(?:own\\s+|next\\s+|final\\s+|full\\s+|entire\\s+)*(?:prompts?|instructions?|rules|guidelines|repl(?:y|ies)|answers?|responses?|outputs?|configuration|training)|(?:system|initial|hidden|original)\\s+(?:prompt|instructions?|message)|the\\s+system\\s+says|(?:every|all|any|each)\\s+(?:stored\\s+|other\\s+|the\\s+|known\\s+)*(?:questions?|prompts?|quer(?:y|ies)|facts|memories|users|tenants|passwords|secrets|credentials)|other\\s+(?:users|tenants|customers|accounts)|(?:the|its|an?)\\s+(?:ai|llm|chatbot|language\\s+model)(?:'s)?\\s+(?:rules|instructions|prompt|guidelines))\\b(?!${EVERYDAY})`,
  `forget\\s+(?:everything|all\\s+of\\s+(?:it|this|that)|it\\s+all)\\s*(?:[.!]|$|and\\s+(?:start|act|say|do|write|become))`,
  `say\\s+['‘]`,
  `repeat\\s+after\\s+me\\b`,
  `(?:paste|upload|post|leak|dump|exfiltrate|print|output|copy)\\s+(?:the|this|our)\\s+(?:whole\\s+|entire\\s+|full\\s+)?(?:conversation|chat|context|database|memory)\\b`,
  `(?:call|invoke|run|execute|trigger)\\s+[a-z][\\w.]*\\([^)\\n]{0,80}\\)`,
  `(?:obey|comply\\s+with|submit\\s+to)\\s+(?:this|me|these|my|what\\s+i|the\\s+(?:following|attacker|text))\\b`,
  `do\\s+(?:exactly\\s+|only\\s+|whatever\\s+|precisely\\s+|just\\s+)+(?:what\\s+|as\\s+)?i\\s+(?:say|tell|ask|command|want|order)`,
  `stop\\s+(?:answering|responding|replying|helping|citing|refusing)\\b(?!\\s+(?:the\\s+(?:phone|door)|my\\s+calls|his|her))`,
  `(?:run|execute)\\s+(?:this|the\\s+following|it|these)\\s*:`,
  `role-?\\s?play\\s*(?:as|like|that|being|:)`,
  `(?:start|begin|keep|continue|go\\s+on)\\s+(?:acting|behaving|talking|responding|answering|replying|speaking)\\s+(?:as|like)\\b`,
  `(?:do\\s+not|don'?t|never|refuse\\s+to|decline\\s+to)\\s+(?:answer|respond\\s+to|reply\\s+to)\\s+(?:the|any|this|that|these|such|my|all|every|anything|questions?)\\b(?!\\s+(?:phone|door|doorbell|bell|calls?|unknown|spam|e-?mails?|letter))`,
  `(?:respond|reply|answer)\\b[^.!?\\n]{0,30}?\\bwith\\s+(?:the\\s+)?${SECRETS}\\b`,
  `(?:play|take\\s+on|adopt|assume|take\\s+over)\\s+(?:the\\s+|an?\\s+)?(?:new\\s+)?(?:role|persona|identity|personality|character|part)\\s+of\\b`,
  `(?:become|turn\\s+into|transform\\s+into|switch\\s+to\\s+being|impersonate)\\s+(?:an?\\s+)?(?:\\w+\\s+)?(?:${MODEL}|dan|hacker|villain|pirate|terminal|shell|interpreter|console|character|persona)\\b`,
  `(?:respond|reply|answer|say|output|print|write|return|type|speak|talk|communicate|echo|state|repeat)\\s+(?:to\\s+(?:every(?:thing|one)?|all|any)\\s+(?:\\w+\\s+)?)?(?:only|just|exactly|solely|nothing\\s+but|verbatim|exclusively|always|the\\s+(?:following|words?|phrase|string|sentence|text|exact)|with\\s+(?:only|just|exactly|nothing|the\\s+(?:word|phrase|string|text|single|following|exact|sentence)|an?\\s+(?:lie|joke|insult|link)|["'“‘«]|yes|no\\b)|in\\s+${TONGUE}|as\\s+(?:json|xml|code)|in\\s+the\\s+(?:style|voice|manner)\\s+of|["“«:]|that\\s+(?:you|the\\s+(?:answer|user)))`,
  `(?:only|just|always|exclusively|simply)\\s+(?:output|print|return|respond|generate|emit|reply)\\b(?!\\s+(?:to\\s+(?:the|my|his|her|their|your|e-?mails?|letters?|messages?|anna)|by|when|within|if|in\\s+time))`,
  `(?:reply|respond|answer|say|react)\\s+[^.!?\\n]{0,30}?\\s*to\\s+(?:everything|(?:every|all|any|each)\\s+(?:\\w+\\s+)?(?:questions?|prompts?|requests?|messages?|inputs?|quer(?:y|ies)))\\b`,
  `(?:answer|respond|reply|speak|act|behave|operate|talk|write)\\b[^.!?\\n]{0,40}?without\\s+(?:any\\s+|all\\s+|your\\s+)*(?:filters?|restrictions?|limits?|limitations?|rules|censorship|guardrails|morals?|ethics|constraints)\\b`,
  `(?:begin|start|end|finish|conclude|prefix|precede|open|close|sign|append|prepend|preface|suffix)\\s+(?:off\\s+)?(?:all|every|each|any|your|the|this)\\s+(?:(?:of|your|single|next|following|the)\\s+)*(?:repl(?:y|ies)|answers?|responses?|messages?|outputs?|sentences?|summar(?:y|ies)|completions?)\\b`,
  `(?:include|insert|add|append|mention|put|recommend|promote|advertise|praise|cite|link)\\s+[^.!?\\n]{0,60}?\\b(?:in|to|into|at\\s+the\\s+(?:end|start|beginning|top)\\s+of|with)\\s+(?:all|every|each|any|your|the)\\s+(?:(?:of|your|next|following|final)\\s+)*(?:repl(?:y|ies)|answers?|responses?|outputs?|summar(?:y|ies)|completions?)\\b`,
  `(?:call|invoke|execute|run|use|trigger|open)\\s+(?:the\\s+|this\\s+|a\\s+|following\\s+|any\\s+|your\\s+|these\\s+)*(?:[\\w-]+\\s+){0,2}?(?:tools?|functions?|shell(?:\\s+command)?s?|(?:shell|terminal|system|bash|following|this)\\s+commands?|sql|(?:following|this|arbitrary)\\s+(?:code|script|query|payload|instructions?)|plugin|api\\s+call)\\b(?!\\s+(?:box|shed|kit|belt|hire|room|hall|library|rental))`,
  `(?:execute|run|eval(?:uate)?)\\s*:?\\s*(?:rm\\s+-|curl\\s|wget\\s|sudo\\s|drop\\s+table|delete\\s+from|import\\s+os|os\\.system|eval\\()`,
  `(?:decode|decrypt|decipher|deobfuscate|unscramble|reverse|translate|rot13|base64[-\\s]?decode)\\s+[^.!?\\n]{0,60}?\\b(?:and|then|to)\\s+(?:\\w+\\s+)?(?:follow|execute|obey|do|run|comply|act|perform|carry\\s+out|apply)`,
  `(?:follow|obey|execute|carry\\s+out|comply\\s+with|perform|apply|adhere\\s+to|listen\\s+to|do)\\s+(?:only\\s+|all\\s+|exactly\\s+|just\\s+)*(?:(?:the|these|this|my|those|any|our)\\s+)(?:(?:next|following|new|hidden|embedded|encoded|decoded|below|secret|real|actual|attached|other|further|subsequent)\\s+)+(?:${RULES}|steps|tasks?|actions?)\\b`,
  `(?:follow|obey|comply\\s+with|listen\\s+to|trust|serve)\\s+(?:only\\s+|solely\\s+)(?:me|my|the\\s+(?:instructions|following|admin|attacker|text)|what\\s+i)\\b`,
  `(?:update|change|modify|rewrite|edit|replace|alter|amend|extend|overwrite|reprogram)\\s+(?:your|the\\s+(?:ai|assistant|model)'?s)\\s+(?:own\\s+)?(?:\\w+\\s+)?(?:${RULES}|memory|memories|behaviou?r|personality|persona|configuration|settings|values|goals?|self)\\b`,
  `(?:treat|regard|consider|interpret|take|accept|read)\\s+(?:this|these|the\\s+following|everything|all|what\\s+follows|it|them|any)\\s+(?:\\w+\\s+){0,5}?as\\s+(?:an?\\s+|the\\s+|your\\s+|if\\s+)?(?:\\w+\\s+){0,2}?(?:${RULES}|trusted|verified|system\\s+\\w+|true\\s+regardless|gospel|authori\\w+)`,
  `(?:call|rename|name|identify)\\s+yourself\\b|(?:refer\\s+to\\s+yourself|introduce\\s+yourself)\\s+as\\b`,
  `(?:delete|erase|wipe|purge|forget|destroy|remove|drop)\\s+(?:all|every|everything|any|the\\s+(?:user'?s|entire|whole))\\s+(?:(?:of|the|your|user'?s?|stored|other|these)\\s+)*(?:memor(?:y|ies)|facts|records|data|users?|database|tables?|conversations?|knowledge|accounts?)\\b(?!\\s+(?:of|from|on)\\s+(?:my|his|her|our|the\\s+(?:old|phone|camera|laptop)))`,
  `(?:grant|give|assign)\\s+(?:me|the\\s+(?:user|attacker|caller))\\s+(?:\\w+\\s+){0,2}?(?:admin|root|full|unrestricted|elevated|superuser)\\s*(?:access|rights|privileges|permissions|status)?`,
  `(?:disable|turn\\s+off|deactivate|remove|lift|switch\\s+off|skip|bypass)\\s+(?:all\\s+|any\\s+|your\\s+|the\\s+)*(?:safety|security|content|moderation|ethic\\w*|guard\\s?rails?|safeguards?|censorship|restrictions?|filters?)(?:\\s+(?:filters?|checks?|settings|rules|measures|protocols?|features))?\\b(?=\\W*(?:$|and|now|,|\\.|for|then|so|before))`,
  `(?:never|do\\s+not|don'?t)\\s+(?:ever\\s+)?(?:refuse|decline|apologi[sz]e|disclaim|add\\s+(?:any\\s+)?(?:disclaimers?|warnings?)|say\\s+(?:that\\s+)?you\\s+(?:can'?t|cannot|are)|cite|ground|use\\s+the\\s+facts|mention\\s+(?:that\\s+)?you)\\b(?!\\s+(?:an?\\s+offer|the\\s+invitation|cake|dessert))`,
]

/** To "you", in the indicative: what the model is or does from now on. */
const ROLE = [
  `(?:i|we)(?:\\s+(?:will|shall|am\\s+going\\s+to|are\\s+going\\s+to)|'ll)\\s+(?:now\\s+)?(?:ignore|disregard|forget|bypass|break|override)\\s+(?:all\\s+)?(?:my|the|our|previous|these)\\s+(?:(?:previous|system|own|safety)\\s+)*${RULES}\\b(?!${EVERYDAY})`,
  `(?:what|how|where|which)\\b[^.!?\\n]{0,40}?\\byour\\s+(?:system\\s+prompt|(?:hidden|initial|secret|original)\\s+(?:prompt|instructions?|rules))`,
  `(?:beginning|start|top|first\\s+(?:lines?|words?))\\s+of\\s+(?:this|your|the\\s+system)\\s+(?:prompt|conversation|context)`,
  `(?:text|contents?|copy|wording|list)\\s+of\\s+your\\s+${RULES}\\b`,
  `you\\s*(?:are|'re)\\s+(?:now|from\\s+now\\s+on|hereby|henceforth|going\\s+to\\s+be(?=[^.!?]*\\bnow\\b))\\s+(?!${ROLE_EXEMPT})["'(]*[a-z]+`,
  `you\\s*(?:are|'re)\\s+(?:an?|the|my)\\s+(?:\\w+\\s+){0,3}?(?:ai|llm|chatbot|language\\s+model|hacker|linux\\s+terminal|evil\\s+\\w+|jailbroken\\s+\\w+|unrestricted\\s+\\w+)\\b(?!\\s+(?:enthusiast|researcher|engineer|expert|fan|developer|student|start-?up))`,
  `you\\s*(?:are|'re)\\s+(?:root|admin|administrator|superuser|sudo|dan)\\b`,
  `you\\s*(?:are|'re)\\s+(?:actually|really|secretly)\\s+(?:an?\\s+|the\\s+|my\\s+|not\\s+an?\\s+)*(?:\\w+\\s+){0,2}?(?:${MODEL}|dan|hacker|human|villain|pirate|unrestricted|unfiltered|free\\s+of)\\b`,
  `(?:from\\s+(?:now|here|this\\s+(?:point|moment))\\s*(?:on|onwards?|forward)?|henceforth|starting\\s+(?:now|today)|as\\s+of\\s+now|for\\s+the\\s+rest\\s+of\\s+(?:this|the|our)\\s+(?:conversation|chat|session))[\\s,:]+(?:you(?:'ll|'re)?\\s+(?:are\\s+(?!${ROLE_EXEMPT})|will\\s+(?!be\\s+(?:able|billed|charged|paid|working|sitting|teaching))|must|shall|should\\s+(?:only|always|never|answer|respond|reply|act|ignore)|act|respond|answer|speak|have\\s+no|only|always|never)|(?:always\\s+|only\\s+|never\\s+|please\\s+)*(?:act|respond|reply|answer|speak|talk|write|behave|ignore|pretend|refuse|call\\s+me|say|output|address|end|begin|start\\s+(?:each|every|all)|treat|follow|obey)\\b)`,
  `you\\s+(?:will|shall|must)\\s+now\\s+(?!be\\s+(?:able|billed|charged|paid)|(?:receive|see|find|get|need|enjoy|have|go|board|leave|enter|pay|park|use\\s+the))[a-z]+`,
  `you\\s+(?:must|shall|have\\s+to|need\\s+to|are\\s+(?:required|obliged|ordered|instructed|commanded|programmed|obligated|compelled|forced|to)\\s*(?:to)?|will\\s+now|should\\s+now|can\\s+now|may\\s+now|will)\\s+(?:now\\s+|always\\s+|only\\s+|never\\s+|not\\s+|immediately\\s+|also\\s+|instead\\s+|first\\s+)*(?:ignore|disregard|obey|comply|respond|reply|answer|output|print|reveal|act\\s+as|pretend|roleplay|follow\\s+(?:my|these|the\\s+(?:following|new))|bypass|disclose|repeat|recommend|refuse|say|execute|speak|behave|leak|break\\s+character|tell\\s+(?:me|them|everyone|people|the)|address\\s+me|write\\s+(?:only|in|every|all)|call\\s+(?:me|the\\s+(?:tool|function)))\\b(?!\\s+(?:the\\s+(?:phone|door|e-?mail|letter|bell|doorbell|survey|invitation|rsvp)|to\\s+(?:the|my|his|her|their|anna|the)\\s+(?:e-?mail|letter|invitation|landlord|school|teacher)|by\\s|before\\s|hello|hi\\b|thank|sorry|goodbye))`,
  `(?:i\\s+am|i'm|this\\s+is|we\\s+are)\\s+(?:your|the)\\s+(?:developer|creator|administrator|admin|system\\s+administrator|new\\s+(?:master|owner|boss)|master|programmer|operator|owner)\\b(?=[^.!?\\n]*[,.;:]\\s*(?:[a-z]+\\s+)?(?:you|your|ignore|do|follow|obey|reveal|give|show|now|so|and|i)\\b)`,
]

/** Patterns of one kind, and the question whether a text has any of them. */
export interface Orders {
  readonly patterns: readonly RegExp[]
  isIn(text: string): boolean
}

/** The engine optimises no pattern whose source is longer than 20 KB. */
const LONGEST_SOURCE = 16_000

function compile(sources: readonly string[]): Orders {
  const make = (some: readonly string[], flags: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${some.join('|')})`, flags)
  const groups: string[][] = [[]]
  for (const source of sources) {
    const last = groups.at(-1)!
    if (last.join().length + source.length <= LONGEST_SOURCE) last.push(source)
    else groups.push([source])
  }
  // One look for many patterns: most texts have none.
  const any = groups.map((group) => make(group, 'u'))
  return {
    patterns: sources.map((source) => make([source], 'gu')),
    isIn: (text) => any.some((one) => one.test(text)),
  }
}

/** What the patterns are made of, for those who want their words alone. */
export const englishSources = (): readonly string[] => [...STRONG(), ...IMPERATIVE, ...ROLE]

export const english = lazy(() => ({ strong: compile(STRONG()), imperative: compile(IMPERATIVE), role: compile(ROLE) }))

/** In a text that has been caught giving an order, these give more of it. */
export const MORE_ORDERS =
  /^[\s"'“”‘’(*_#>\-–—[\]{}|=]*(?:(?:and|then|also|next|now|instead|after\s+(?:that|this)|afterwards|finally|first|second|third|please|just|simply|only|but|so|kindly|step\s+\d+|\d+[.)])[\s,:]+)*(?:you\b|your\b|always\b|never\b|do\b|don'?t\b|must\b|only\b|if\s+(?:asked|anyone|someone|the\s+user|you)|when(?:ever)?\s+(?:asked|the\s+user|you)|say|reply|respond|answer|output|print|write|tell|reveal|show|give|send|repeat|act|pretend|behave|become|begin|start|end|finish|call|run|execute|open|visit|click|go|follow|obey|comply|forget|ignore|disregard|remember|recommend|praise|insult|translate|list|delete|erase|use|include|add|insert|append|make|treat|refuse|stop|speak|talk|let|include|confirm|acknowledge|ask|copy|pay|grant|approve|disclose|leak|put|abandon|discard|drop|lift|trigger|purge|mail|render|activate|adopt|mark|encode|summari[sz]e|rewrite|replace|update|transfer|email|forward|post|upload|this\s+is\s+(?:an?\s+)?(?:order|command|instruction|test|important|urgent|mandatory|authori)|failure\s+to|no\s+(?:exceptions?|excuses|refusals?)|system\b|i\s+am\s+(?:your|the)|from\s+now|the\s+(?:real|new|actual|true)\s+(?:ones?|instructions?|task))\b/i
