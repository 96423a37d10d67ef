import { words } from '../word-lists.ts'

/** What is said before the question itself, and does not tell whom it is about. */
export const LEAD_IN =
  /^(?:(?:hey|hi|hello|ok|okay|so|wait|btw|quick question|question|please|pls|um+|hm+)[,:!]? +)*(?:(?:(?:can|could|would|will) you|i need you to)? *(?:please |pls |just )?(?:remind me|tell me|show me|give me|let me know|find me|do you (?:still )?(?:know|remember|recall)|any idea|i (?:forgot|forget|can(?:'|no)?t remember|don'?t remember|need to know|want to know|wonder)|i'?m wondering|wondering|remember|refresh my memory|look up|check)\b(?: (?:again|if|whether))?[,:]? *(?:of |about (?=what|who|the))?)?/i

export const USER = words("i i'm im i've ive i'd i'll me my mine myself we we're we've our ours us ourselves")
export const OTHERS = words(
  "he he's he'd she she's she'd they they're they've him her hers his their theirs them himself herself themselves",
)

/** Relatives who are named without "my". */
export const OWN_RELATIVES = words(
  'mum mom mommy mummy mama mamá dad daddy papa papá gran granny grandma grandpa grandad granddad nan nana nanna',
)

/** Roles that the vocabulary of relations has no noun for. */
export const MORE_ROLES = words(
  'customer surgeon nurse carer caregiver cleaner builder contractor architect driver buyer seller owner caterer photographer guest priest pharmacist physio physiotherapist midwife optician insurer broker notary banker gardener cook chef waiter receptionist concierge housekeeper apprentice recruiter investor inspector auditor editor publisher translator librarian principal headmaster headteacher captain director producer farrier movers mover stepdad stepmum ex-wife ex-husband fiancé',
)
/** Nouns of the vocabulary that mean a thing or a part of the body as often as somebody. */
export const NO_ROLES = words('head agent fish bird chicken writer author president founder cto ceo cfo leader')

/** A candidate after one of these is beside what is asked: "before Kestrel", "with Callum". */
export const BESIDE = words(
  'before after since until till with about from than to for at in on by during under over against without near into like behind',
)

/** What the question asks for: a relation of the vocabulary, or a further slot word, and how people ask for it. */
export const ASKED_FOR = String.raw`
  lives_in | where\b.*\b(?:live|lives|living|lived|reside\w*|based|settled|relocated?|moved?)\b(?! with)|which (?:city|town|country|village|street|area|district|flat|house|apartment|suburb)\b.*\b(?:live\w*|home|based|in)\b|\b(?:my|his|her|their|our|'s) home(?! (?:insur|office|phone|address|team|loan))\b|\b(?:home ?town|city) (?:now|do i live)|where(?:'s| is) home
  address | \baddress\b|where\b.*\b(?:parcels?|mail|post|letters)\b.*\b(?:sent|go|delivered)
  lives_with | \bliv(?:e|es|ing|ed) with\b|\bshar(?:e|ing) (?:a|the|my) (?:flat|house|room|apartment)
  born_in | \bwhere\b.*\bborn\b|\bbirth ?place
  birthday | \b(?:birthday|bday)\b|\bwhen\b.*\bborn\b|\bdate of birth
  age | \bhow old\b|\b(?:my|his|her|their|'s) age\b|\bage of\b
  from | \bwhere\b.*\bfrom\b(?! (?:here|there|now))|\bcome from\b|\boriginally from
  works_at | \bemployer\b|\bemployed\b|\bwork(?:s|ed|ing)? (?:at|for)\b(?! me| us| home)|\bwhere\b.*\bwork(?:s|ed|ing)?\b|\b(?:which|what) (?:company|firm|employer)\b.*\b(?:work\w*|with|at|for|join\w*)\b|\bjob (?:at|with)\b|\bworkplace\b|\bwho pays (?:my|his|her) (?:wages|salary)
  works_as | \b(?:job title|profession|occupation|day job|career)\b|\bfor (?:a living|work)\b|\bwork(?:s|ed|ing)? as\b|\bwhat (?:do|does) (?!i need|we need)\w+(?: \w+)? do(?= ?\?|$| now| nowadays| these days)|\b(?:my|his|her|'s|their) (?:job|role|position)\b|\bwhat\b.*\bjob\b
  earns | \b(?:earn|earns|earning|salary|income|wages?|take.home)\b|\b(?:my|his|her|hourly|monthly|current) pay\b|\bhow much\b.*\bmake\b(?= (?:a|per|each|now|these)|\s*\??$)|\bpaid (?:a|per|each) (?:year|month|hour|week)
  works_hours | \b(?:working hours|office hours|working pattern|which shift|what shift|my shift)\b
  works_from | \bwork from\b|\boffice days?\b
  commutes_by | \bcommut\w+|\bget to work\b
  reports_to | \breport(?:s|ing)? to\b|\b(?:my|our|his|her|'s) (?:boss|line manager|manager|supervisor)\b
  manages | \b(?:in charge of|responsible for|heads|runs|leads|manages|looks after|takes care of|owner of|owns the|who owns)\b|\bwho(?:'s| is| are) (?:running|leading|heading|managing)
  founded | \bwho (?:founded|started|set up|created)\b|\bfounders?\b
  name | \b(?:called|named|nickname)\b|\bnames? of\b|\b(?:the|full|last|first|middle|sur|'s|my|his|her|its|their) ?names?\b|\bwhat name\b
  married_to | \bmarried\b|\bspouse\b|\bwho(?:'s| is) \S+(?: \S+)? (?:husband|wife)\b
  dates | \b(?:dating|in a relationship|going out with|romantic\w*|love life)\b|\bseeing (?:anyone|anybody|someone|somebody)\b|\bam i seeing\b|\bwho am i (?:with|seeing)|\bwho(?:'s| is) my (?:girl|boy)friend|\bwho(?:'s| is) my partner|\bam i single
  allergic_to | \ballerg\w+|\bepi-?pen
  intolerant_to | \bintoleran\w+
  vegetarian | \b(?:diet|dietary|vegan|vegetarian|pescatarian|eat meat)\b
  eats | \b(?:eat|eats|eating)\b
  drinks | \b(?:drink|drinks|drinking)\b
  favourite | \bfavou?rites?\b
  likes | \b(?:do|does|did) (?:\S+ ){1,3}(?:like|love|enjoy)\b|\bfan of\b|\bis into\b
  dislikes | \b(?:hates?|dislikes?|can'?t stand|annoys?|pet peeve)\b
  prefers | \b(?:prefers?|preferred|preference|rather)\b
  interested_in | \b(?:hobby|hobbies|interests?|free time|spare time)\b
  speaks | \b(?:do|does|can|who) (?:\S+ ){0,2}speaks?\b(?! for)|\bfluent\b|\bwhich languages?\b|\bwhat languages?\b
  learns | \b(?:learning|learn|learns|taking lessons)\b
  studies | \b(?:do|does|did|to) (?:\S+ ){0,2}study\b|\b(?:studying|major(?:ing)?|degree)\b
  studies_at | \b(?:which|what|'s|my|his|her) (?:\w+ )?(?:school|university|uni|college)\b
  takes | \b(?:medication|medicine|meds|pills?|tablets?|prescri\w+|drugs?|supplements?|antidepressants?|inhaler|insulin|injected)\b
  dose | \b(?:dose|dosage|(?:med|pill|tablet|drug) strength|how many (?:mg|units|tablets|pills|drops|puffs))\b|\b\w+ mg\b
  diagnosed_with | \b(?:illness|diagnos\w+|disease|disorder)\b|\bwrong with (?:me|him|her|my)\b
  blood_type | \bblood (?:type|group)
  weighs | \b(?:weigh|weighs|weight|heavy)\b
  height | \bhow tall\b|\bheight\b
  shoe_size | \bshoe size
  phone | \b(?:phone|telephone|mobile|cell) number\b|\b(?:my|his|her|their|'s) (?:phone|mobile)\b(?! (?:model|case|plan))|\bextension of\b|\bwhat number\b.*\b(?:call|ring|reach)
  email | \be-?mail(?: address)?\b
  password | \b(?:password|passcode|pin|wifi key)\b
  code | \b(?:discount|door|gate|access|entry|voucher|promo|zip|post|error|lock|alarm|pin|country|my|'s) ?codes?\b|\bcombination\b|\bcode (?:of|for|to|on)\b
  timezone | \btime ?zone
  costs | \b(?:costs?|price|priced|fee|fees|rent|rate|charges?|charged|worth|premium)\b|\bhow much\b.*\b(?:pay|paid|paying|spend|spent)\b|\bhow much (?:is|was|are|were|for|will)\b
  owns | \b(?:do|does|did|i|we|he|she|they|still|who) (?:\S+ )?(?:own|owns|owned|possess)\b(?! the)
  has | \b(?:do|does) (?:i|we|he|she|they|\w+) (?:still )?have\b(?! to)
  drives | \b(?:drive|drives|driving)\b(?! for)|\bwhich car\b|\bwhat car\b
  rides | \b(?:ride|rides|riding)\b
  plays | \b(?:play|plays|playing)\b(?! the role)
  supports | \bsupport(?:s|ing)?\b.*\bteam\b|\bteam\b.*\bsupport|\b(?:football|favou?rite|soccer|rugby) (?:team|club)
  reads | \breading\b
  watches | \bwatching\b
  uses | \b(?:do|does) (?:\S+ ){1,3}use\b|\b(?:what|which) (?:\S+ ){1,3}(?:are|is) (?:we|i|he|she|they|it|the \w+) (?:now )?(?:on|using)\b|\bwhich (?:\S+ ){1,3}should (?:i|we) use
  runs_on | \b(?:hosted|hosts|runs? on|running on|deployed)\b
  version | \bversions?\b|\brelease (?:is|are|do)
  title | \btitles?\b(?! deed)
  good_at | \bgood at\b
  port | \bport\b
  status | \bstatus\b|\bstill (?:open|broken|missing|pending|blocked|unpaid|outstanding)\b|\b(?:been|is|are|was|get|got) (?:\S+ ){0,5}(?:settled|paid|solved|resolved|fixed|approved|done|finished|delivered|arrived|handed in|closed)\b|\boutcome\b
  wants | \bwant(?:s|ed)? to (?:be(?! \w+ed)|become|do)\b|\b(?:goal|ambition|dream) (?:job|of|is)\b|\bcareer plan
  happens_on | \bwhen(?:'s| is| are| will| was| were| must)\b(?! (?:i|we|he|she|they)\b)(?!.*\b(?:born|birthday|open|opens|expire)\b)|\bwhen (?:do|does|did) (?:\S+ ){1,4}(?:start|begin|happen|take place|meet|go live|launch|end|finish)\b|\b(?:what|which) (?:date|day|weekday|time)\b|\b(?:deadline|due date|due|scheduled|date (?:of|for))\b
  happens_at | \bvenue\b|\bwhere\b.*\b(?:held|take place|takes place|wedding|party|meeting|ceremony|reception)\b
  ends_on | \buntil when\b|\b(?:expire|expires|expiry|valid (?:until|till)|run out|runs out|lease end|contract end)\b
  opens_at | \bopen(?:s|ing)? (?:at|on|hours|times?)\b|\bwhen (?:do|does) .* (?:open|close)\b
  closes_at | \bclos(?:es?|ing) (?:at|on|hours|times?)\b|\b(?:when|what time) (?:do|does) .* (?:close|shut)\b|\b(?:until|till) (?:when|what time) .*\bopen\b
  lasts | \bhow long\b|\bduration\b
  located_in | \bwhere(?:'s| is| are) (?:the|my|our|his|her|it|\w+'s)\b|\blocation of\b|\bheadquarter\w*
  stored_in | \bwhere\b.*\b(?:keep|kept|put|stored?|hid|hidden|find|saved)\b
  parked_in | \bparked\b
  has_size | \b(?:how big|size|area (?:of|in)|how large)\b
  colour | \bcolou?rs?\b
  teaches | \b(?:teach|teaches|teaching|taught)\b
  grade | \b(?:grade|score|mark|result)\b
  limit | \b(?:limit|maximum|max|minimum|threshold|quota|cap)\b
  budget | \bbudget\b|\bhow much money\b
  quantity | \bhow many\b
`
