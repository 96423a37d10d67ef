import { relationByNoun } from '../../domain/statement/relations.ts'
import { TRAITS } from './traits.ts'
import { wordSet } from './word-set.ts'

/** What people are, beside the nouns whose ending says so. Data, not complete. */
const PERSON_NOUNS = wordSet(
  `person people folk guy girl boy lady lad lass kid child teen baby mum mom dad man woman men women parent twin orphan youngest eldest oldest
  nurse vet chef cook tech boss head chief captain coach judge clerk monk nun priest pastor imam rabbi bishop abbot king spouse bride groom widow aunt uncle nephew niece
  sister brother cousin alto bass soprano mezzo expert professional pro apprentice novice student graduate undergrad freshman sophomore native local adult minor
  colleague mate buddy pal friend neighbour neighbor foreigner athlete gymnast poet pilot guide scout spy rep temp convert casual critic surgeon physician midwife architect
  physio dentist doula guru fan founder lead host hostess waitress actress princess seamstress au-pair goth punk geek nerd virgo leo libra aries gemini taurus scorpio
  sagittarius capricorn aquarius pisces invalid skip mayor consul sergeant corporal marine cadet commander colonel ceo cto cfo coo mp md gp rn lpn cna ta pa ea phd intern
  carpenter painter builder plasterer welder tiler roofer gardener porter writer reporter barber hairdresser driver rower
  chair deputy backup stand-in introvert extrovert ambivert lefty righty homebody redhead brunette blonde owl bird bookworm cop dev celiac coeliac enthusiast addict
  veteran civilian human male female individual lesbian virgin grad alum alumnus alumna buff nut junkie freak snob klutz rebel hermit veggie hippie
  psychopath sceptic skeptic autodidact polyglot insomniac ally feminist elder survivor squatter carnivore omnivore herbivore
  locum postdoc dean rector warden usher cantor chorister cellist bassist mule nomad refugee migrant expat vegan vegetarian sheriff bard dj mc
  herdsman shepherd shepherdess godmother godfather stay-at-home boatswain mason smith wheelwright playwright nanny granny nan gran granddad grandad papa mama goalie rookie
  paralegal analyst diplomat publican vicar chaplain umpire bailiff matron model farmhand jockey astronaut citizen bursar prefect baritone quarterback centre-back fly-half
  triplet newlywed pagan liberal conservative catalyst choirmaster groundskeeper dogsbody toddler schoolboy schoolgirl tradesperson layperson undertaker
  newbie techie foodie groupie roadie brickie sparky postie cabbie squaddie barista tomboy bellboy convict prodigy celebrity count duke knight baron earl squire page prop guard laggard general veg vegetarian witness heir maid butler chambermaid lifeguard bodyguard coastguard steward vanguard drunkard bouncer half
  acrobat diva druid emcee fellow friar infant jock maestro martyr maverick mogul monarch outlaw newborn southpaw felon preemie patriarch matriarch pilgrim pundit recluse rogue scholar
  scribe shaman sherpa skinhead slob starlet thief tycoon understudy valet virtuoso viscount youth yuppie zealot dwarf albino mute bigot wimp brat bully regular polymath
  millionaire billionaire whizz savant nudist`,
)

/** "plumber", "pianist", "chairwoman", "technician"; not "paper", "mirror" alone, which nobody says of themselves. */
const PERSON_ENDING =
  /(?:er|or|ist|man|woman|men|women|person|ian|ee|ant|ent|ic|eur|euse|ess|ive|ate|ary|eer|wife|wright|smith|ster|path|iac|logue|holic|crat|nik|maid|mate|hand|naut|lyst|mason|legal|wed|half|back)$/

/** Animals and things whose names only end like those of people. */
const NOT_PEOPLE = wordSet(
  `tiger panther badger otter beaver hamster spider lobster oyster rooster terrier retriever reindeer ant elephant cormorant woodpecker caterpillar condor
  alligator hammer ladder heater toaster cooker computer calculator radiator refrigerator freezer hoover drawer paper letter tower river flower butter
  water plant tent accident present magic picnic clinic chocolate plate climate crate pirate`,
)

/** "Polish", "Welsh", "German": what somebody is by their country. */
export const NATIONAL =
  /(?:ish|ese|ian|ean|elsh|ench|utch|reek|hai|erman|orean|merican|exican|frican|swiss|czech|catholic|muslim|hindu|sikh|buddhist)$/

/** Can the word (a noun in the singular) say what somebody is? Of a person that is enough; of a thing it is only likely. */
export const isPersonNoun = (lower: string): boolean =>
  PERSON_NOUNS.has(lower) ||
  TRAITS.has(lower) ||
  (PERSON_ENDING.test(lower) && !NOT_PEOPLE.has(lower)) ||
  relationByNoun(lower)?.object === 'person'

/** The same where it need not be a person at all of whom it is said: "Norgas is history", "Marek is foreman". */
export const isPlainlyPersonNoun = (lower: string): boolean =>
  PERSON_NOUNS.has(lower) ||
  TRAITS.has(lower) ||
  /(?:[a-z]{2}[^aeiou]ist|man|woman|men|women|[^aeiou]ian|[^t]eer|wright|crat|or)$/.test(lower) ||
  (/[a-z]{3}er$/.test(lower) && !/(?:ter|per|wer|ver|mer|ber|der)$/.test(lower)) ||
  relationByNoun(lower)?.object === 'person'
