import { wordSet as set } from './word-set.ts'

/** States that pass before anybody could want to remember them. */
export const PASSING = set(
  `happy sad tired sorry glad excited sure fine good great ok okay ready busy hungry late back here there able bad nice cool awesome amazing right wrong true welcome
  important possible clear thrilled curious lucky worth interesting fun hard easy difficult best better new next same different wonderful lovely beautiful perfect
  incredible fantastic inspiring proud thankful grateful sweet crazy weird funny strong close important necessary afraid alone aware confident keen kind open powerful special full`,
)

/** Of people, only what lasts is kept: moods come and go. */
export const TRAITS = set(
  `vegetarian vegan pescatarian married single divorced widowed retired pregnant diabetic left-handed right-handed colour-blind color-blind deaf blind unemployed self-employed bilingual trilingual gay
  lesbian bisexual transgender trans straight nonbinary non-binary adopted autistic dyslexic asthmatic epileptic celiac coeliac anaemic anemic intolerant religious atheist agnostic jewish muslim christian hindu buddhist catholic
  tall short shy introverted extroverted nearsighted short-sighted disabled bald blond blonde engaged teetotal sober lactose-intolerant insured vaccinated homeless`,
)
