import { wordSet as set } from './word-set.ts'

/** Closed classes of English words and the lists that grammar needs. Data, kept as sets for lookup; topic words do not belong here. */

export const SUBJECT_PRONOUNS = set('i you he she it we they who')
export const OBJECT_PRONOUNS = set('me him her us them whom')
export const POSSESSIVES = set('my your his her its our their whose')
export const REFLEXIVES = set('myself yourself himself herself itself ourselves yourselves themselves')
/** Pronouns that name nothing one could remember. */
export const VAGUE_PRONOUNS =
  set(`this that these those there here something someone somebody anything anyone anybody everything everyone everybody
  nothing nobody none one ones another other others each both all some any many much more most few several such what whatever who whoever
  which mine yours hers ours theirs same either neither it they them`)

export const PRONOUNS = new Set([...SUBJECT_PRONOUNS, ...OBJECT_PRONOUNS, ...REFLEXIVES, ...VAGUE_PRONOUNS])

export const SUBORDINATORS =
  set(`because although though if unless while whereas since until till til when whenever before after once as whether lest
  wherever so than`)
export const CONDITIONALS = set('if unless whether lest')
export const WH_WORDS = set('who whom whose what which where when why how')

/** What has a letter for its name: "block D", "rows A and B". */
export const LETTERED = [
  'rows? shel(?:f|ves) lifts? gates? halls? platforms? blocks? buildings? types? hepatitis vitamins? plans? groups? class section rooms? wings? levels? grades?',
  'teams? trench(?:es)? options? category parts? zones? exits? stages? units? rev revision version appendix annex schedule form figure table chapter lines?',
  'piers? bays? docks? terminals? lots? plots? pools? tracks? lanes? doors? side feeds? queues? freezers? hooks? sizes? boxe?s? tents? bus stands? drawers? sites?',
]
  .join(' ')
  .replaceAll(' ', '|')

export const PREPOSITIONS =
  set(`about above across after against along alongside amid among amongst around as at before behind below beneath beside besides
  between beyond by despite down during except for from in inside into like near of off on onto opposite out outside over past per since
  than through throughout till til to toward towards under underneath until up upon via with within without`)
export const PARTICLES = set('up down out off away back over in on around along through together apart aside forward')

/** Verbs whose "to" infinitive tells a wish or plan, not a fact. */
export const INTENTIONS =
  set(`want wish hope plan intend aim aspire expect like love prefer consider decide need mean dream think long yearn promise
  agree offer prepare look try attempt wan dying desire`)
/** Verbs that only colour the verb after them. */
export const ASPECTUALS = set('start begin continue keep stop finish cease quit resume')
/** Verbs that report what somebody said or knows to be so. */
export const REPORTING = set(
  'tell say mention explain note confirm report state add learn know see notice remember find realise realize discover announce reveal mean',
)
/** Verbs by which somebody says something, true or not. */
export const SAYING = set(
  `say tell mention explain report state add announce reveal claim insist swear joke reckon argue warn promise text write reply answer ask shout think
  complain admit suggest recommend advise guess believe quip tease kid`,
)
/** Verbs that put what follows in doubt. */
export const DOUBTING =
  set(`think guess believe hope wonder wish suppose imagine assume doubt feel suspect expect pretend dream bet reckon fear claim
  suggest recommend propose ask hear seem appear`)

export const MONTHS = set(
  `january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec`,
)
export const WEEKDAYS = set(
  'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays mon tue tues wed weds thu thur thurs fri',
)
export const DATE_NAMES = new Set([...MONTHS, ...WEEKDAYS])
export const TIME_NOUNS =
  set(`second minute hour day week weekend month year decade century morning afternoon evening night today tomorrow yesterday tonight noon
  midnight fortnight seconds minutes hours days weeks weekends months years decades centuries mornings afternoons evenings nights spring summer autumn fall winter
  monday tuesday wednesday thursday friday saturday sunday wk wks hr hrs min mins yr yrs mth mths time lunchtime quarter semester term season`)
export const TIME_ADVERBS = set(
  'today tomorrow yesterday tonight now currently recently lately soon ago once twice daily weekly monthly yearly annually nowadays',
)

export const NUMBER_WORDS =
  set(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen half`)
export const UNITS =
  set(`kg g mg lb lbs kilo kilos kilogram kilograms gram grams pound pounds ounce ounces ton tons tonne tonnes km m cm mm metre metres
  meter meters kilometre kilometres kilometer kilometers mile miles foot feet inch inches yard yards litre litres liter liters ml l gb mb tb
  kb gigabyte gigabytes megabytes terabytes dollar dollars euro euros cent cents percent per cent degrees watt watts volts kw kwh mph kmh rpm hz ghz
  mhz hour hours minute minutes second seconds day days week weeks month months year years square cubic calories kcal usd eur gbp bucks quid people`)

export const TITLES = set(
  'mr mrs ms miss dr prof professor sir madam lord lady president captain general colonel judge senator king queen prince princess pope saint st mlle mme frau herr signor signora señor señora',
)
export const ORGANISATION_WORDS =
  set(`inc corp corporation ltd llc gmbh ag plc company co bank university college institute school hospital clinic agency
  association foundation society union group partners labs studios airlines railway museum ministry department council committee party church club team`)
export const PLACE_WORDS =
  set(`street road avenue lane square city town village county state country river lake mountain mount island islands valley
  beach park station airport bridge bay harbour harbor port forest coast`)

/** Common words that are given names too: as a label before a colon they are people. */
export const NAMES_THAT_ARE_WORDS =
  set(`mark rose will grace joy hope faith bill frank jack rob pat sue art dawn drew grant jean may april june summer autumn
  heather iris ivy lily daisy olive violet hazel ruby pearl amber crystal jade gene guy herb miles max melody chase hunter mason cooper carter tyler
  taylor parker dean earl duke rich sandy sky star harry john mary nick bob tom sam al ed ted ray roy don dan jo jay lee ben ken kim tim tony josh peter
  george charles james victor carol holly penny robin jordan austin brooklyn paris florence victoria sydney chelsea savannah jasmine ginger sage
  angel christian bishop marina cliff forest brook reed clay glen dale wade chad israel jordan eve noel ola bola`)

export const MASCULINE =
  set(`brother father dad son husband boyfriend uncle nephew grandfather grandpa grandad grandson stepfather stepson fiancé boy man king
  mr herr signor señor sir gentleman guy landlord godfather brother-in-law father-in-law son-in-law daddy papa grampa granddad stepbrother godson`)
export const FEMININE =
  set(`sister mother mom mum daughter wife girlfriend aunt niece grandmother grandma granddaughter stepmother stepdaughter fiancée girl woman
  queen mrs ms miss mlle mme frau signora señora lady landlady godmother sister-in-law mother-in-law daughter-in-law mummy mommy mama mam granny nan nana gran auntie aunty stepsister goddaughter`)

/** Nouns too empty to be worth an edge in the graph. */
export const EMPTY_NOUNS =
  set(`thing things lot lots bit stuff way ways kind sort fun time times luck chance moment sense deal matter fact idea point case problem
  look ton tons bunch blast example part rest everything something while minute second word wow end start thought thoughts plenty couple of one reason
  few several many mix reminder boost hit ride hunt awe feeling feelings type break blessing joy pleasure treat doubt question answer help thanks congratulation congratulations`)

export const DETERMINERS = set(
  'the a an this that these those some any no every each either neither another both all half such',
)

/** Parts of the body: of what is said of them much is a figure of speech. */
export const BODY = set(
  `body head brain brains face hair eye eyes ear ears nose mouth throat tongue teeth neck back shoulder shoulders arm arms hand hands finger fingers
  heart chest lungs stomach tummy belly guts leg legs knee knees ankle ankles foot feet toes skin bones nerves`,
)
