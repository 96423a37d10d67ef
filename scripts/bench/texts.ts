/**
 * What the benchmark remembers and asks: statements as people make them to an assistant, from templates with many slots. The number of a
 * statement alone decides its words, so that every run, every peer and every size of memory sees the same ones.
 */
import { random } from './random.ts'

const list = (words: string) => words.split(' ')

const FIRST = list(
  'Ada Agnes Alba Alec Amira Anders Anja Anton Arjun Astrid Beatriz Bela Bruno Camille Carlos Celia Chiara Clara Conor Dana Daniel Dario Davide Edda Elias Elif Elsa Emil Esther Fatima Felix Femi Finn Flora Frida Gita Greta Hana Hugo Ida Igor Ilka Imran Ines Ivo Jana Jasper Joana Jonas Jorge Julia Kai Karim Katja Kenji Lars Leila Leon Lidia Linnea Luca Lucia Magnus Maja Malik Mara Marco Mina Mira Nadia Nils Noor Nora Olga Omar Oscar Otto Owen Pablo Petra Pia Rafael Ravi Rita Rosa Ruben Sami Sara Selma Sven Tara Theo Tilda Tomas Uma Vera Viktor Wanda Yara Yusuf Zoe',
)
const LAST = list(
  'Abbott Adler Almeida Arendt Aziz Bakker Barros Becker Bell Berg Blanc Bianchi Borg Brandt Brook Calder Carver Castell Chandra Cohen Costa Cruz Dahl Daly Diaz Duarte Eklund Ellis Engel Farkas Fischer Flores Fonseca Garnier Gomez Grant Gruber Haas Hale Hansen Hart Holm Horvat Ito Ivanova Jensen Joshi Kaya Keller Khan Klein Kovacs Kumar Laine Lang Larsen Lehmann Lind Lopes Marsh Mehta Meyer Molina Monti Moreau Moss Nagy Nakamura Novak Okafor Olsen Ortiz Palmer Park Patel Pereira Quist Ramos Reyes Rossi Roy Ruiz Sato Schmid Silva Sousa Stein Suzuki Tanaka Teller Thorne Toth Vance Vidal Visser Wagner Weber Winter Wolf Young Zeman',
)
const CITY = list(
  'Aarhus Antwerp Basel Bergen Bilbao Bologna Bordeaux Bremen Bristol Brno Cardiff Cork Cracow Dresden Dublin Gdansk Geneva Genoa Ghent Girona Glasgow Graz Haarlem Helsinki Innsbruck Kaunas Leeds Leipzig Linz Lisbon Ljubljana Lucerne Lyon Malmo Marseille Modena Nantes Naples Odense Oslo Oulu Padua Parma Pecs Porto Prague Riga Rouen Salzburg Seville Siena Sofia Split Tallinn Tampere Tartu Toulouse Trento Trieste Turin Turku Uppsala Utrecht Valencia Verona Vienna Vilnius Warsaw York Zadar Zagreb Zurich',
)
const FIRM_A = list(
  'Amber Anchor Aspen Beacon Birch Bluefin Bramble Cedar Cobalt Copper Coral Crescent Dune Ember Falcon Fern Fjord Flint Granite Harbour Hazel Heron Indigo Iron Juniper Kestrel Lantern Larkspur Linden Lunar Maple Marigold Meridian Nimbus North Oak Onyx Opal Orchid Osprey Pebble Pine Polar Quartz Raven River Saffron Sable Silver Slate Solstice Sparrow Summit Tidal Timber Umbra Velvet Willow Winter Zephyr',
)
const FIRM_B = list(
  'Analytics Bakery Brewing Capital Ceramics Cycles Design Dynamics Energy Films Foods Freight Gardens Health Instruments Labs Logistics Marine Media Mills Optics Partners Press Robotics Sails Software Studios Systems Textiles Tools Travel Works',
)
const JOB = [
  'a nurse',
  'a carpenter',
  'an accountant',
  'a translator',
  'a pastry chef',
  'an electrician',
  'a marine biologist',
  'a tram driver',
  'a patent lawyer',
  'a sound engineer',
  'a dental assistant',
  'a beekeeper',
  'a data engineer',
  'a piano teacher',
  'a midwife',
  'a geologist',
  'a glassblower',
  'a vet',
  'a librarian',
  'a stage designer',
  'a welder',
  'a product manager',
  'a forest ranger',
  'an optician',
]
const FOOD = [
  'lentil soup',
  'sourdough bread',
  'pickled herring',
  'goat cheese',
  'mango chutney',
  'rhubarb cake',
  'spicy ramen',
  'black olives',
  'saffron rice',
  'oat milk',
  'smoked trout',
  'pear tart',
  'beetroot salad',
  'ginger tea',
  'walnut pesto',
  'plum dumplings',
]
const HOBBY = [
  'bouldering',
  'bookbinding',
  'open-water swimming',
  'chess',
  'pottery',
  'birdwatching',
  'salsa dancing',
  'trail running',
  'restoring old radios',
  'growing tomatoes',
  'playing the cello',
  'fencing',
  'night photography',
  'sailing',
  'knitting',
  'model railways',
]
const PET = [
  'a grey parrot',
  'two tabby cats',
  'a greyhound',
  'a tortoise',
  'three hens',
  'a dachshund',
  'an old pony',
  'a rabbit',
]
const ALLERGY = ['peanuts', 'penicillin', 'birch pollen', 'shellfish', 'wasp stings', 'latex', 'strawberries', 'dust']
const KIN = ['sister', 'brother', 'cousin', 'neighbour', 'colleague', 'aunt', 'uncle', 'flatmate', 'boss', 'old friend']
const MONTH = list('January February March April May June July August September October November December')
const DAY = list('Monday Tuesday Wednesday Thursday Friday Saturday Sunday')
const THING = [
  'a blue cargo bike',
  'a second-hand cello',
  'a camper van',
  'a cast-iron stove',
  'a telescope',
  'a sewing machine',
  'a kayak',
  'an espresso machine',
  'a walnut desk',
  'a drone',
]

/** What people put before a statement; mostly nothing. */
const OPENER = ['', '', '', '', 'By the way, ', 'Just so you know: ', 'For later: ', 'Oh, and ', 'Note for next week: ']

export interface Statement {
  readonly text: string
  /** In other words than the statement's. */
  readonly question: string
}

type Pick = ReturnType<typeof random>

/** A further sentence or none, so that texts of one kind differ in length and in what they tell. */
function aside(name: string, { pick, below }: Pick): string {
  const asides: readonly (() => string)[] = [
    () => ` ${name} drives to ${pick(CITY)} every other ${pick(DAY)}.`,
    () => ` ${name} is learning ${pick(['Danish', 'Arabic', 'Polish', 'Korean', 'Greek', 'Finnish'])} at night school.`,
    () => ` We talked about ${pick(HOBBY)} for ${2 + below(5)} hours.`,
    () => ` ${name} hates ${pick(FOOD)}.`,
    () => ` The number is 0${100 + below(900)} ${1000 + below(9000)}.`,
    () => ` ${name} wants to sell ${pick(THING)} before ${pick(MONTH)}.`,
    () => ` That was the summer when it rained for ${3 + below(20)} days in ${pick(CITY)}.`,
    () => ` ${name} owes me ${5 + below(300)} euros since ${pick(MONTH)}.`,
    () => ` ${name} grew up in ${pick(CITY)} with ${pick(PET)}.`,
    () => ` I should call back on ${pick(DAY)} about ${pick(THING)}.`,
  ]
  return below(5) === 0 ? asides[below(asides.length)]!() : ''
}

/** Statement number `i`. Numbers decide the names, so that a person has a few statements and a name is no key to one of them. */
export function statement(i: number): Statement {
  const chance = random(i)
  const { pick, below } = chance
  const who = `${pick(FIRST)} ${pick(LAST)}`
  const [first] = who.split(' ')
  const city = pick(CITY)
  const firm = `${pick(FIRM_A)} ${pick(FIRM_B)}`
  const date = `${1 + below(28)} ${pick(MONTH)}`
  const year = 1988 + below(37)
  const kinds: readonly (() => [text: string, question: string])[] = [
    () => [`${who} works at ${firm} in ${city} and is ${pick(JOB)}.`, `Where is ${who} employed?`],
    () => [
      `My ${pick(KIN)} ${who} moved from ${city} to ${pick(CITY)} in ${pick(MONTH)} ${year} and now lives near the station.`,
      `What city did ${who} leave?`,
    ],
    () => [
      `${who} is allergic to ${pick(ALLERGY)} and loves ${pick(FOOD)}.`,
      `What must not be on the plate when ${who} comes for dinner?`,
    ],
    () => [
      `I met ${who} at the ${pick(HOBBY)} course in ${city} on ${date}; we want to go again in ${pick(MONTH)}.`,
      `How do I know ${who}?`,
    ],
    () => [
      `${who} bought ${pick(THING)} for ${20 + below(4000)} euros in ${city} and keeps it at ${firm}.`,
      `What did ${who} spend money on?`,
    ],
    () => [
      `My ${pick(KIN)} ${who} has ${pick(PET)} and spends every ${pick(DAY)} ${pick(HOBBY)}.`,
      `Which animals does ${who} keep?`,
    ],
    () => [
      `The appointment with ${who} from ${firm} is on ${date} at ${7 + below(12)}:${pick(['00', '15', '30', '45'])}, in their office in ${city}.`,
      `When do I have to be at the meeting with ${who}?`,
    ],
    () => [
      `${who} founded ${firm} in ${year}, lives in ${city} and sells ${pick(FOOD)}.`,
      `Who started ${firm}, and what do they sell?`,
    ],
    () => [
      `${who} is married to ${pick(FIRST)} ${pick(LAST)} and has lived in ${city} since ${year}.`,
      `Who is the spouse of ${who}?`,
    ],
    () => [
      `Please remember that ${who} prefers ${pick(FOOD)} to ${pick(FOOD)} and never eats after ${17 + below(5)}:00.`,
      `Which dish would make ${who} happy?`,
    ],
    () => [
      `I promised ${who} a weekend of ${pick(HOBBY)} in ${city} for the birthday on ${date}.`,
      `What did I say I would give ${who}?`,
    ],
    () => [
      `${who} studied in ${city} until ${year} and then joined ${firm} as ${pick(JOB)}; her manager is ${pick(FIRST)} ${pick(LAST)}.`,
      `To whom does ${who} report?`,
    ],
  ]
  const [text, question] = kinds[below(kinds.length)]!()
  return { text: `${pick(OPENER)}${text}${aside(first!, chance)}`, question }
}

/** The first `count` statements; no two are the same. */
export function statements(count: number): string[] {
  const texts = new Set<string>()
  for (let i = 0; texts.size < count; i++) texts.add(statement(i).text)
  return [...texts]
}

/** `count` questions about as many statements among the first `stored`; no two are the same and none is a stored text. */
export function questions(count: number, stored: number): string[] {
  const asked = new Set<string>()
  for (let at = 0; asked.size < count; at++) asked.add(statement((at * 7919 + 13) % stored).question)
  return [...asked]
}

/** Others than the first `asked`. */
export const questionsBeyond = (asked: number, count: number, stored: number): string[] =>
  questions(asked + count, stored).slice(asked)

/** Questions whose every word stands in very many statements. */
export const COMMON_QUESTIONS = [
  'Who works in the company since the year?',
  'My sister moved to the city and lives near the station',
  'When is the appointment in their office?',
  'Who loves and who is allergic to what?',
  'Which company is based there and what does it make?',
] as const
