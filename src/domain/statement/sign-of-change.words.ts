/**
 * What people say when a value changes, by classes, and what they say when nothing does. Each piece between semicolons or line ends is a
 * regular expression over plain words (small letters, single spaces, "it is" for "it's"). It begins with letters, or with a group of
 * alternatives that do, after a look behind at most; it matches from the start of a word to the end of one.
 */
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])'
const DAY = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?|today|tonight|tomorrow|tmrw|(?:the )?\d{1,2}(?:st|nd|rd|th)|\d{1,2} ${MONTH}|${MONTH}(?: \d{1,2}(?:st|nd|rd|th)?)?|next (?:week|month|year|term)|this (?:week|month|year|term|morning)|q[1-4]|20\d\d(?:-\d\d-\d\d)?)`
const IS = '(?:is|are|am|was|were|be|been|being|got|get|gets)'
const END = '(?= ?(?:[.,!?):–—-]|$))'
const ASKED = '(?<=(?:^|pls|please|so|and|,|:|lets|let is|to|can you|could you) ?)'
const NOT = String.raw`(?<=\b(?:not|no|never|nobody|cant|dont|doesnt|wont|isnt|arent|didnt|[a-z]+n't)\b.{0,60} )`

export const SIGNS: readonly { readonly weight: number; readonly phrases: string }[] = [
  // What was said before is taken back or put right.
  {
    weight: 0.9,
    phrases: String.raw`
      (?:scratch|scrap|strike|forget|ignore|disregard) (?:that|all that|this(?= ?[.,!:])|what i (?:said|wrote|told you)|my (?:last|earlier|previous)|the (?:above|last|earlier|previous|old))
      nvm; nevermind; never mind; correction; corrected; correcting; errat(?:um|a); my (?:bad|mistake); i was (?:wrong|mistaken|off); i take (?:that|it) back; i lied
      got (?:it|that|this|the \S+) wrong; (?:was|were|had it) wrong; misread; misremembered; misspoke; mixed (?:it|that|them|those|the \S+) up; mix-?up; i meant; i mistyped; typo; mislabel\w*
      no,? wait; wait,? no; hang on,? no; oops; whoops; (?:nah|nope),? (?:it is|its|changed|make|we|i); on second thoughts?; change of (?:plans?|heart|mind); plans? (?:have )?changed
      changed (?:my|her|his|our|their|its) minds?; supersed(?:ed|es|ing); overturned; overrul(?:ed|es); outdated; obsolete; out of date
      not (?:what|as) (?:i|we) (?:said|wrote|told|thought); contrary to; rectif(?:ied|ies); disproved?; debunked; retract(?:ed|ion)
    `,
  },
  {
    weight: 0.65,
    phrases: String.raw`
      (?<=^)no, (?=\w); turn(?:s|ed) out; actually,? (?:it is|its|it was|i am|im|we are|that is|thats|he is|she is|they are|the|no|not|make|\d)
      (?:is|are|am|was|were|its) (?:actually|in fact|really (?=\d)); (?:an |a |quick |small |status |price |short )?updates?(?= ?[:,–—(-]| (?:on|from|re|\d|${MONTH})); update (?=on|to|from)
      updated; instead(?! of (?:just|only)); in place of; in its (?:place|stead); formerly; previously; was (?:originally|first|previously)
      (?:down|up) from; revised; amended; re-?(?:calculated|measured|counted|tested|issued|opened|negotiated|priced|ordered|done|wrote|written|elected|read|assessed|weighed|checked|certified|trained|hired|filed)
      (?:second|third|new|fresh) (?:reading|opinion|quote|measurement|test|count|attempt|invoice|offer|contract|lease|prescription|schedule|rota|version|date|number|plan|price)
    `,
  },
  // Something ended or holds no more.
  {
    weight: 0.85,
    phrases: String.raw`
      no longer; no more (?!than|of|or)(?=[a-z]); ${NOT}any ?(?:more|longer)(?! \w+s\b); used to (?=[a-z]); didn?t renew; not renew\w*
      cancel(?:l?ed|ling|lation); call(?:ed|s|ing) (?:it |the \S+ )?off; fell through; falls through; ${IS} (?:all |now |officially )?off(?= ?(?:[.,!)]|$)| (?:the table|the list|for good|again))
      broke up; broken up; split up; divorced; ${IS} separated; ditch(?:ed|ing); dumped; got rid of; getting rid of; gave up; giv(?:en|ing) up (?!their|his|her|my); (?:came|coming|taken|took|took me|weaned) off
      quit(?!e)(?:s|ting)?; resign(?:ed|s|ing|ation); left (?!back|over|side)(?=(?:my|the|his|her|our|their|us)\b|[a-z]+ (?:for|last|and|after)\b)(?!the (?:house|room|door|table|keys)); (?<=^\w+ )left (?!back|over|hand|side|with|at|in|on|foot|wing|to)(?=\w); (?:gave|given|giving|gives|put in|handed in|hand in) (?:in )?(?:my |his |her |their |our )?notice
      hand(?:ed|ing) (?:in|over|back|my|the) (?:my |the |his |her )?\S*; step(?:ped|s|ping) (?:down|back|away); laid off; let (?:him |her |me |them )?go(?= ?(?:[.,!]|$)); got (?:fired|sacked|the sack); (?:made|was) redundant; ${IS} (?:fired|sacked)
      decommission(?:ed|ing)?; deprecat(?:ed|es); discontinued; phas(?:ed|ing) out; retir(?:ed|es|ing); withdrawn; withdrew; revoked; expired; lapsed; scrapped; axed; binned; shelved; abandoned; wound (?:down|up)
      gone${END}; bailed; hung up (?:his|her|my|their); packed (?:it )?up(?! the); ${IS} (?:officially |finally |now |all |well and truly )?(?:dead|gone|history|toast|no good|void|over|closed|shut|moot|extinct|unemployed|single)${END}; ${IS} out of the (?:question|picture|running|cast); for sale; sold out
      (?:shut|shutting|close|closed|closing|shuts) (?:up shop|down|for good|its|the|their); (?:turned|switched|took|taken) (?:it |them |that )?(?:off|down); stopped(?! (?:by|at|in|to))(?= [a-z]); stopped${END}; pulled the plug; drop(?:ped|ping) (?:out|the|my|it|his|her|that|from the); (?:is|are|am|has|have) (?:dropping|dropped|leaving|left) (?=\w); ${IS} out${END}
      ${ASKED}(?:stop|drop|remove|cancel|delete|ditch|unsubscribe) (?:my|the|that|it|this|sending|calling|using|all|from)
    `,
  },
  // A value goes from one to another.
  {
    weight: 0.85,
    phrases: String.raw`
      switch(?:ed|ing|es) (?:\S+ ){0,5}(?:to|from|over|back|off|with|for|it|him|her|me|them|us|everything|today|last|and)?; swap(?:ped|ping|s) (?:\S+ ){0,3}(?:for|with|to|out|it|the|my)?; swapped; (?:a|the) swap
      chang(?:ed|ing|es) (?:\S+ ){0,5}(?:to|from|into|over|names?|jobs?|schools?|doctors?|banks?|the|my|our|his|her|its|again|hands); (?:has|have|is|was|been|it|just|got|were) changed; shift(?:ed|ing) (?:\S+ ){0,3}(?:to|from|back|by); has shifted; stretched to; restart(?:ed|ing|s); resum(?:ed|es|ing)
      (?:we|i|they|she|he) (?:move|land|roll) (?:to|on|back|up|over)(?= ); goes (?:to|with) (?=\w); deferred; retrenched; stops (?=[a-z]); mov(?:ed|ing) (?:my|his|her|our|their|the) (?=\w); moving on (?=the \d|${DAY}); mov(?:ed|es|ing) (?:(?!on\b)\S+ ){0,5}?(?:to|from|in|into|out|back|over|here|house|up|forward|closer|away|\d\S*); moved${END}; relocat(?:ed|ing|es|ion); migrated; migrating (?:to|from|off); transferr?(?:ed|ring) (?:to|from|over|him|her|me)
      replac(?:ed|es|ing); replacement(?= (?:is|for|will|starts|named|=|:)); renam(?:ed|es|ing); rebrand(?:ed|ing|s)?; reschedul(?:ed|es|ing)?; postpon(?:ed|es|ing|ement); delayed (?:to|until|till|by|again); (?:up|down)grad(?:ed|es|ing); promoted; demoted; reassign(?:ed|s)
      revert(?:ed|s|ing)?; roll(?:ed|ing) back; undid; undone; re-?set to; convert(?:ed|ing) (?:\S+ ){0,2}(?:to|into); adjusted (?:\S+ ){0,3}(?:to|from|up|down|by); set (?:it|that|the \S+) (?:back )?to
      (?:push|put|pull|brought|bring|bump|kick|slip)(?:ed|ped|s)? (?:it |that |the \S+ |everything |us |this )?(?:back|forward|out|to|from)(?= (?:to|by|until|till|from|a|\d|${DAY})| ?(?:[.,!]|$))
      (?:pushed|delayed|slips|slipped|set back) (?:a|another|one|two|by|again|\d\S*); rais(?:ed|ing|es) (?:\S+ ){0,4}(?:to|from|by); upp(?:ed|ing); bump(?:ed|ing) (?:\S+ ){0,3}(?:to|up|from|it|by); increas(?:ed|es) (?:\S+ ){0,5}(?:to|from|by); (?:price|rent|pay|rate) (?:increase|rise|hike|cut|bump); hiked; doubled; tripled; halved; lowered
      cut (?:\S+ ){0,4}(?:to|from|by|down|back)(?= ); reduc(?:ed|es|ing) (?:\S+ ){0,5}(?:to|from|by); (?:decreased|slashed|trimmed|shortened|shrunk|shrank|widened|narrowed|tightened|loosened|relaxed)
      extend(?:ed|s) (?:\S+ ){0,4}(?:to|by|until|till|through|for|it|my|our|the); (?:an |the |got an )?extension (?:is |was |of |to |until |granted|approved|\S+ )?(?:approved|granted|until|to|of|signed)
      (?:went|gone|going|goes|go|came|come|coming|dropped|knocked|marked|talked|beat) (?:me |him |her |them |it |us )?(?:up|down) (?:to|from|by|a|again|another|\d\S*); ${IS} (?:up|down) (?:to|from|by) (?=\S*\d|one|two|three|four|five|six|half)
      (?:rose|fell|jumped|climbed|crept|dropped|sank|slipped|slips|slid|slides|dips|dipped|grew|grown) (?:\S+ ){0,3}(?:to|from|by|again|back) (?=\S*\d|${DAY})
      (?:tak(?:es?|ing|en)|took) (?:\S+ )?over(?! (?:the|a) (?:hour|week|month))(?= (?:from|as|the|my|his|her|for|at|in|on|our|it|worker|[a-z]+ ?(?:[.,!]|$))| ?(?:[.,!]|$)); successor; succeed(?:s|ed) (?:him|her|\w+ as); stepp?(?:ed|ing|s)? (?:in|up) (?:as|for|to)
      (?:goes|going|went|passes|passed|handed|hands) (?:over )?from \S+ to; (?:overhauled|rewritten|rewrote|reworked|refactored|rerouted|re-routed|rehomed|reshuffled|reorgani[sz]ed|redrawn|recast|redesigned)
    `,
  },
  // Somebody is told to change something.
  {
    weight: 0.75,
    phrases: String.raw`
      ${ASKED}(?:raise|lower|move|shift|switch|change|swap|update|bump|push|cut|reduce|increase|decrease|extend|rename|replace|reschedule|set(?! list)) (?:me |us )?(?:that|it|this|him|her|them|my|our|the|back|from|to|[a-z]+) (?:\S+ ){0,5}?(?:to|from|with|by|back|over|for)(?= )
      (?:lets |let is |pls |please |just |so |better |can you |could you )?make (?:it|that|this|them) (?=\S*\d|a |an |every |twice|two|three|four|five|six|seven|eight|nine|ten|${DAY})
      (?:go straight|go with|go for|use|take|book|order|buy|try) (?:\S+ ){1,4}instead; from now on; going forward; from here(?: on| onwards?)?; from the (?:\S+ ){1,4}on(?:wards?)?; from (?:the )?first of (?=[a-z]); henceforth; until further notice
    `,
  },
  // Life goes on: a job, a home, a partner, a thing, a choice.
  {
    weight: 0.75,
    phrases: String.raw`
      got (?:the|that|her|his|my) (?:licence|license|visa|loan|nod|job|offer|place|flat|keys|gig|role|promotion|house|contract|part|spot|all.clear); (?:first|last|second) (?:day|week|shift|month|lesson) (?:at|as|with|on|done|over|of work|was)(?= |$)
      (?:start(?:ed|ing|s)|began|begins) (?:at (?=[a-z])|as (?:a|an|the|head)|(?:my|our|his|her|their|the|a) new|new|working|taking|using|seeing|dating|on (?=${DAY})|(?=${DAY})|class|school|uni|year)
      (?:have|has|just|recently|finally|i|we|she|he|they) (?:moved|joined|switched|become|adopted|sold|bought|signed|enrolled|retrained|remarried|proposed|graduated)(?! up) ?\S*; joined
      (?:got|getting|gets|get) (?:engaged|married|divorced|promoted|hired|accepted|a new|rid|moved|changed|swapped|bumped|pushed|switched|renamed|upgraded|transferred|reassigned|extended|in to|my new|the new); engaged${END}; married(?= (?:now|last|in|on|since))
      (?:bought|got|ordered|picked up|leased|adopted|found|have|has|hired|chose) (?:a|an|my|our|the|some|me a|myself a|ourselves a|us a) ?(?:brand )?(?:new|second ?-?hand|used|replacement|different|another|bigger|smaller|other); bought (?=a|an|the|one)
      sold (?:my|our|the|his|her|it|off|to|for|last); traded (?:in|my|it|up); gave (?:away|it away|my \S+ away|the \S+ away); ${IS} stolen; nicked; rehomed; passed away; died; became; becomes; turned \d+; turns \d+
      signed (?:with|up|the|for|off|a|my|our|\d); end(?:ed|ing) up(?: with| in| at| on| as| \w+ing)?; landed (?:on|at|the); settled (?:on|for|at|in); went (?:with|back) (?=[a-z]); going with; opted (?:for|to|out); sticking (?:with|to)
      (?:we|i|they|she|he|team|board|finally|council|committee) (?:have |has |all |both |finally |just )*(?:decided|chose|picked|opted|voted|agreed (?=on|to)); decided (?=on|against|to|for|not|after|:); decid(?:ed|es)(?= ?:); decision(?= ?:)
      final (?!exams?|year|straw|boss|season|draft|next|against|on|in|at|vs|is|was)(?=[a-z]); ${IS} (?:hired|elected|appointed|voted in); (?:hired|appointed|elected) (?=[a-z]); (?<=^(?:\S+ ){1,3})it is${END}
      ${IS} (?:now |finally |officially )?(?:decided|finali[sz]ed|agreed|official|reinstated|restored|lifted|waived|merged|reversed|final|back on|in remission|vacant|taken)${END}
      introduced me as (?:his|her|their); moving in together; moved in; had (?:the|her|our|their) baby; is (?:here|home|back)(?= ?[.!]| from|, ); went into labou?r; gave birth; ${IS} born; (?:won|lost) (?:the|my|our|his|her) (?:case|appeal|election|vote|contract|tender|seat|job)
    `,
  },
  // A state that holds from some moment on.
  {
    weight: 0.7,
    phrases: String.raw`
      now(?! (?:and then|what|i (?:see|get|know|understand)|we wait|lol|that (?:i|you)\b))(?<!\b(?:for|right|until|till|by|up to|week|weeks|days|months|year|from) now)(?= ?[^?]|$); right now(?= ?[^?]|$); nowadays; these days; rn
      as of (?!yet)(?=${DAY}|now|last|yesterday|midnight|this|next|the); effective (?:immediately|from|today|now|${DAY}|on|as); with effect from; (?:starting|beginning|from|since|as from) (?:on )?(?!20\d\d)${DAY}(?! (?:to|till|until|through)\b)
      since (?:yesterday|last (?:week|month|year|night|${DAY})|this (?:week|month|year|morning)|then|the (?:move|surgery|op|accident|switch|change|divorce|merger|new|update|upgrade|fall|test|storm|meeting)|(?:i|we) (?:moved|switched|changed|left|quit|stopped|started|got|broke))
      new (?:\S+ ){1,3}(?:is|are|=|:|will be|being|starts)(?= |$); new (?:\S+ ){0,2}[a-z]+(?=:| =| -| –); is (?:a|my|our|the) new (?=\w)
      (?<=(?:^|[.!?,] ))new (?!year|york|zealand|term)(?=\w); brand new; (?:went|go|going|goes|came|am|is|are|switched|reverted|moved|gone|put|changed) (?:\S+ )?back (?:to|on|at|in|with)(?= (?!(?:you|me|positive|negative)\b)); back to (?:the old|\d|normal|zero|work|school|being|using|how)
      finally; at (?:long )?last; officially; for good; permanently; (?:only|just) \S+ left; already (?=moved|switched|changed|sold|left|cancel|booked|paid|replaced)
      current(?:ly)?(?= (?:\S+ )?(?:is|on|at|in|=|:)); (?:is|are|am|was) (?:currently|presently|by now); this time; for the first time
    `,
  },
  // A matter is settled.
  {
    weight: 0.45,
    phrases: String.raw`
      (?:is|are|was|were|been|all|now|finally|got) (?:\S+ )?(?:done|finished|over|sorted|settled|resolved|fixed|solved|paid|repaid|closed|completed?|delivered|live|healed|normal|cleared|met|dropped|lifted|signed|confirmed|approved|denied|rejected|granted|accepted|certified|removed|deleted|refunded|reimbursed|repaired)(?! (?:with|by (?=\w+ing)))
      (?<=(?:^|[.!,:–—-] ?))(?:passed${END}|done|finished|sorted|resolved|fixed|solved|paid|closed|completed|merged|shipped|cleared|approved|accepted|denied|rejected|declined|removed|deleted|arrived|delivered|booked|confirmed|signed)(?! (?:with|by (?=\w+ing)))
      (?:status|state|resolution|outcome|result)(?: is| =|:| changed)? ?(?:\S+ )?(?:done|closed|resolved|fixed|merged|completed?|cancel+ed|wo?n'?t fix|in progress|blocked|shipped|live|rejected|approved|denied|passed)
      (?<=\w )(?<!\b(?:not|n't|never|until|till|un) )(?:done|settled|agreed|removed|discharged|permitted|deferred|extended|reduced|adjusted|lifted|healed|resolved|signed|approved|denied|changed|released|merged|paid|delivered|cancelled|sorted|closed|confirmed|booked|fixed|finished|sold|sailed|refunded|passed|hired|voted)(?= ?(?:[.,!:)]|$)| (?:\S*\d|yesterday|today))(?! \d+(?:\.\d+)? ?%); arrived(?! (?:with|broken|late)); came through; went (?:through|live|out); ${IS} (?:added|found|issued); cleared (?!my|the (?:table|throat)); (?:paid|cleared|repaid) (?:off|in full|on|it|back|up|\S*\d); (?:approved|denied|signed|passed|closed|merged|resolved) (?:on|until|by|as|at|yesterday|today|last|without|${DAY})
      after all; in the end; target met; it is (?:ok|fine|good|working)(?= ?(?:[.,!]|$)|now); (?:works|working|fine|ok|better) (?:again|now); all good; bounced back; (?:is|are|was|got|get|getting|am) better
      (?<=\S, )not (?:\S+ )?\S*\d\S*; (?<=\S, )not (?:the )?[a-z]+(?= ?(?:[.!)]|$)); (?:and|but) not (?=[a-z]+ ?(?:[.,!]|$)); (?:my|our|his|her|their|with a|has a|have a|got a|under|your|the) new (?!year|york|zealand|term|one|assistant)(?=\w); so (?:that is|it is|now|we are|i am) (?=\w); revision (?=\w|:); rev (?=[a-z]\b); (?:works|runs|worked)${END}; (?:it will be|it'll be|it is) (?=\S*\d); so (?=(?:\S+ ){0,4}\S*\d); so (?:we|i|he|she|they|her|his|our|my|the \S+) (?:go|goes|take|takes|is|are|move|moves|stay|stays|do|does|chair|get|gets|use|pay|deferred|switched) ; (?<=\w )(?:out|off|empty|here|open)(?= ?(?:[.!]|$))(?<!(?:time|day|days|hang|find|work|over|right|come|live|lives|set|take|from|was|were|left|people) \w+); back${END}; back (?=in goal|full|on the wheel|at work|with us|in action|at (?:five|six|seven)); took it${END}; as before; stays on
    `,
  },
]

/** Before a sign: what follows is only wished, planned, supposed or told by others. */
export const UNREAL = String.raw`
  if; unless; in case; (?:until|till|til|once|as soon as) (?=\S+(?: \S+){0,3} (?:is|are|gets?|heals?|arrives?)\b); suppose; supposing; imagine; pretend; as if; would(?:n'?t)?; (?:i|he|she|we|they)'d (?!(?:been|had|already|just)\b); could; might; mite; may (?=have|be |also|move|switch|change|leave|quit|end|go|get|stop|cancel|need|well|or may); maybe; perhaps; possibly; hopefully; ideally
  (?:thinking|thought|toying|flirting|dreaming|talking|talked|talks|talk|fantasi[sz]ing|daydreaming|musing|joking|fighting|arguing) (?:of|about|with|it|that|we|i|maybe|out loud); considering; contemplat\w+; consider; debating; tempted; on the fence; weighing; pondering; looking (?:at|into) (?=a |moving|switch|chang|buy|new)
  wants?(?: \w+)? to; wanted(?: \w+)? to; wanna; want (?=a |an |my |it |him |her |them |us |the ); wants (?=a |an |my |it |him |her |me |us |the ); wish(?:es|ed|ing)?; love to; hop(?:e|es|ed|ing) (?:to|for|that|i|we|they|he|she|it); dream(?:s|ed|t)? (?:of|about|is|that|i|job|house); some ?day; one day; eventually; sooner or later; at some point; bucket list
  plan(?:s|ned|ning)? (?:to|on (?=\w+ing)|was|a); intend(?:s|ed)? to; propos(?:al|ed|es|ing)(?! to (?:me|her|him)); suggest(?:ed|s|ing|ion); pitch(?:ed|es|ing) (?=a|the|to|us|that|moving); floated; an idea; brainstorm\w*; (?:option|options)(?= (?:is|are|would|to|a|b|1|2)|:); draft; wonder(?:ing|ed)?
  should(?:n'?t)?(?! (?:be (?:fine|ok|there|good|easier|live)|have been)); ought to; (?:says?|said|told|tells)(?: me| us| him| her)? to (?!me|us|him|her|the|my); (?:keeps?|kept) (?:asking|telling|nagging|saying|trying|pushing|bugging|pestering|joking|threatening|suggesting|going on about); nagging; begging; lobbying; (?:tried|trying) to; refus(?:ed|es|ing) to
  jok(?:e|ed|es|ing|ingly); kidding; in (?:a|my|his|her|another) (?:dream|parallel|other|perfect|ideal|past)(?: \w+)?; dreamt; dreamed; hypothetical\w*; in theory; theoretically; alternate; half.joking; april fool\w*; sarcas\w+; roleplay\w*; in the (?:novel|story|game|film|movie|book|show)
  rumou?rs?; rumou?red; (?:i |we |she |he )?heard (?=that|a |from|someone|they|he |she |it |about)(?!heard from the (?:bank|vet|gp|doctor|landlord)); word is; (?:people|some|someone|somebody|everyone|everybody|forums?|reddit|the internet|some \w+|a guy|a friend of) (?:say|says|said|claims?|thinks?|online|swears?|told); alleged(?:ly)?; supposedly; claim(?:s|ed|ing) (?!back|it|the (?:money|deposit)); gossip
  never (?!mind|again|going)(?=\w); (?:almost|nearly) (?=\w+ed|quit|left|bought|sold|went|broke|got); threat(?:en|ens|ened|ening)(?: to)?; offer(?:ed|s|ing)? (?:me|us|him|her|to) (?=to|a|the|my|more|\S*\d); asked (?=me|us|if|whether|about|for|to); ask (?=if|whether); whether; request(?:ed|s|ing)? (?=to|a|that|for); don'?t (?=start|move|switch|change|bump|update|replace|migrate|stop|cancel|drop|remove)
  (?:don'?t|do not|didn'?t|did not|won'?t|will not|not|isn'?t|aren'?t|hasn'?t|haven'?t|wasn'?t|can'?t|cannot|hadn'?t|doesn'?t|does not|never) (?:yet |really |actually |even |be |been |being |going to |gonna |want to |wanna |have to |need to |get |getting |got |officially )*(?=(?:mov|switch|chang|quit|sell|sold|cancel|leav|left|replac|renam|resign|migrat|rais|increas|reduc|buy|bought|swap|upgrad|break|divorc|dropp|bump|updat|revert|new|promot|relocat|decid|joined|signed|started|arrived|done|fixed|finished|paid|solved|sorted|approved|tak(?:e|ing|en) over))
`

/** Anywhere in a sentence: it was not meant, or is not settled. */
export const NOT_MEANT = `
  jk; just kidding; kidding; was it a joke; as a joke; in my dreams; (?:one|a girl|a man|a guy|i) can dream; dream on; if only; not decided; undecided; no decision; nothing (?:is )?(?:decided|final|signed|confirmed); not sure yet; needs numbers; just an idea; just thinking; thinking out loud; just a thought; tbc; tbd; to be (?:confirmed|decided); fingers crossed; lol imagine; imagine lol; who knows; hypothetically; never happened; didn'?t happen; won'?t happen; not happening; not (?:gonna|going to) happen; no action; we will see; well see; remains to be seen
`
