import { words } from '../word-lists.ts'

/** Before a name, in small letters and without a dot. The second list are words of their own and need a capital after them. */
export const SURE_TITLES = words('mr mrs ms mx dr prof herr frau señor señora monsieur madame mme mlle')
export const TITLES = new Set([
  ...SURE_TITLES,
  ...words(
    'miss doctor professor sir dame lord lady rev reverend capt captain sgt sergeant sr sra srta don doña signor signora signore dottor dra hr fr sensei uncle aunt auntie mister mdm',
  ),
])

/** Inside a name, between two words with capitals. */
export const NAME_LINKS = words(
  'de del della der den van von da di do dos la le el al bin ibn of ter ten du des y & af zu',
)

/** Never a name, wherever they stand with a capital: function words, family, calendar, greetings, general abbreviations. */
export const NOT_NAMES = words(`
  i i'm i've i'd i'll im ive id a an the this that these those it its it's he she we they you me my your his her our their us them mine yours hers ours theirs myself
  what what's whats when when's where where's which who who's whom whose why how how's is isn't are aren't was wasn't were weren't am be been do don't does doesn't did didn't has hasn't have haven't had can can't cannot could couldn't will won't would wouldn't should shouldn't shall may might must
  in on at of for from with without and or but if then than so as by to into onto up down out off over under about after before since until till between during through against near because while though although whether
  no not yes yeah yep nope nah ok okay hi hey hello thanks thank thx please pls sorry well oh wow lol haha hmm btw fyi also too very just only still already again now here there today tomorrow yesterday tonight later soon never always maybe perhaps
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun spring summer autumn winter christmas easter diwali ramadan eid hanukkah mondays tuesdays wednesdays thursdays fridays saturdays sundays
  mum mom mommy mummy mama mamá mami dad daddy papa papá gran granny grandma grandpa grandad granddad nan nana nanna auntie
  all any some every each both few many much more most less least other another such same first second third last next new old one two three four five six seven eight nine ten
  wie wer wann warum wo was welche welcher welches qué quién cuándo dónde cómo cuánto pourquoi quand où qui quel quelle comment ist hat
  am pm gp tv pc id ok diy pdf faq asap tbd tbc todo eta omg imo tbh idk rn nvm jk ps eur usd gbp chf cad aud inr ngn nok sek dkk vat ceo cto cfo hr pr qa it uk's mr mrs ms dr rip q1 q2 q3 q4 a.m p.m kw kwh mw mwh gw gwh dbm ghz mhz khz ph mb gb tb kb wh wh/kg dj uhr
`)

/** Ordinary words that begin sentences, questions and notes with a capital. */
export const ORDINARY = words(`
  got get gets give gave go goes went gone come came take took make made let lets let's put keep kept need needs want wants tell told say says said see saw seen know knew think thought feel felt find found look looks looked like likes love loves hate hates use uses used try tried ask asked call called move moved start started stop stopped begin began end ended buy bought sell sold pay paid send sent set run ran read write wrote wrong left right lost won met sit stand turn turned turns help remind remember forget note notes notiz update correction question answer reason decision summary minutes draft final status owner owners
  rent salary price prices cost costs fee fees budget invoice quote offer order orders contract lease deposit loan bank account card insurance tax bill bills money cash payment refund discount total amount number numbers count size length weight height age date dates time times day days week weeks month months year years hour hours deadline schedule timetable calendar appointment meeting demo launch release beta kickoff standup retro sprint ticket bug issue incident risk scope plan plans project team client customer customers user users staff boss manager landlord tenant neighbour neighbor friend friends guest guests people person man woman boy girl kid kids child children baby husband wife partner girlfriend boyfriend sister brother mother father parent parents son daughter uncle aunt cousin niece nephew
  home house flat room rooms kitchen bathroom garden roof floor door window windows office school class lesson lessons exam test tests result results grade homework course university job work shift shifts salary holiday trip flight flights train bus car bike van truck hotel address phone email password code codes wifi router laptop server servers database api app site website page version node port branch build deploy deployment migration migrations config secret secrets env logs error errors feature features flag flags cache queue search payments shipping returns warranty delivery parcel package shop store market company firm competitor supplier stock product products model machine machines part parts tool tools
  doctor dentist vet nurse hospital surgery pharmacy dose blood allergy allergic diet food lunch dinner breakfast coffee tea milk water bread cake fish meat egg eggs sugar salt recipe wine beer cat dog horse dogs cats pet pets birthday wedding party gift gifts present film book books music song game games band sport football tennis climbing swimming running yoga gym weather rain snow sun storm
  good great nice bad best better worst big small long short high low full empty open closed free busy ready done finished finally officially actually basically apparently honestly maybe probably hopefully currently meanwhile however anyway anyhow instead besides otherwise because due per via re etc regarding according based given including plus minus versus vs
  known contact warehouse tone style performance customer observation session physics maths math biology chemistry progress explained mastered taught fixed added removed changed explored ran upgraded tried migrated env gotcha sources source list things thing stuff something anything nothing everything everyone someone somebody nobody none
  guidance interview market patent conference report letter memo paper study data table chart figure chapter section part script scene act role cast crew shoot camera film title grant permit licence license letter drawing revision site crane concrete slab wall tile tiles paint oak wood steel glass garlic onion beans bed beds plot soil seeds cow cows ewe ewes sheep milk herd tractor farm
  cause assigned reporter gateway fleet listings coordinator system fault onboarding wholesaler finding patient lab back file lift notice priest rounds understood correct congratulations rough split joint clocks affected stage value term principal penalty goods booking confirmation activities rota vets studio archaeology fiestas under inside outside using please dear sure absolutely glad noted welcome enjoy careful check make book bring drink eat
  turns heard whole half quick small whoever whatever whenever wherever whichever even ever once twice yet else enough quite rather really almost nearly around along across behind beside beyond within upon toward towards
`)

/** Names of languages and nations are evidence, but what is so described has another name. */
export const NATIONAL = words(
  'english german french spanish italian portuguese polish japanese chinese korean dutch swedish danish norwegian finnish turkish arabic hindi greek russian ukrainian british american european scottish irish welsh swiss austrian hungarian indian canadian mexican brazilian australian african asian romanian bulgarian serbian croatian iranian egyptian nigerian vietnamese swahili norwegians germans italians americans swedes danes',
)

/** What small words with a hyphen end in that name a service or a machine rather than a thing of daily life. */
export const TECHNICAL_ENDING =
  /-(?:api|svc|service|worker|web|db|prod|dev|test|staging|server|app|ui|cli|core|gateway|queue|job|bot|sdk|lib|infra|proxy|cache|store|auth|sync|cron|agent|node|cluster|repo|frontend|backend|client|bus|hub|db\d)$/

export const FILE_ENDING =
  /\.(?:ts|tsx|js|jsx|mjs|json|md|py|toml|ya?ml|csv|pdf|txt|sh|rs|go|java|kt|cpp|c|h|docx?|xlsx?|pptx?|png|jpe?g|sql|env|lock|html?|css|cfg|ini|log|wasm|zip|ipynb|tf|conf|xml|svg)$/i
