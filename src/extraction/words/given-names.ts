import { wordSet as list } from './word-set.ts'

/** Common given names, which tell a person from a word at the start of a sentence and whom "he" and "she" can mean. Data, not complete. */
export const FEMALE_NAMES =
  list(`abigail ada adele agnes aisha alba alejandra alessia alexandra alice alicia alina aline alison allison alma alyssa amanda amelia amina amy ana
  anastasia andrea angela angelina anita anja anke ann anna anne annette annie antonia april ariana astrid audrey aurora ava barbara beatrice beatriz becky bella
  bernadette beth betty bianca birgit brenda brianna bridget brigitte camila camille carla carmen carol carolina caroline cassandra catherine cecilia celine charlotte chiara
  chloe christina christine cindy clara clare claire claudia colleen cora cynthia daisy dana daniela danielle deborah debra delia denise diana diane dolores donna doris dorothy edith
  eileen elaine elena eleanor elisa elise elizabeth ella ellen elsa emilia emily emma erica erika esther eva evelyn faith fatima felicia fiona flora florence frances francesca freya
  frida gabriela gabriella gabrielle gail gemma georgia geraldine giulia gloria grace greta gwen hana hanna hannah harriet hazel heather heidi helen helena helga henrietta hilary hilda
  holly ida ilse ines ingrid irene iris irina irma isabel isabella isla ivy jacqueline jana jane janet janice jasmine jean jeanette jenna jennifer jenny jessica jill joan joanna
  jocelyn johanna josephine joy joyce juana judith judy julia juliana julie juliet june karen karin karla kate katharina katherine kathleen kathryn kathy katia katie katrina kayla kelly
  keiko kerstin kim kirsten klara kristen kristin kristina lara larissa laura lauren layla lea leah leila lena leonie leticia lily lina linda linnea lisa liz lola lorena louisa
  louise lucia lucy luisa luna lydia lynn mabel madeleine madison magda maggie maja mandy mara margaret margarita margot maria mariana marie marina marion marlene marta martha martina mary
  matilda maureen maya megan melanie melissa mercedes mia michelle mila mildred mina miranda miriam molly monica monika nadia nancy naomi natalia natalie natasha nicole nina noelle nora norma
  olga olivia paloma pamela patricia paula pauline penelope petra phoebe pia pilar priscilla priya rachel ramona rebecca regina renata rita roberta rosa rosalind rose rosemary rosie roxanne ruby ruth
  sabine sabrina sally samantha sandra sara sarah saskia selena serena sheila shirley silvia simone sofia sonia sonja sophia sophie stella stephanie sue susan susanna suzanne svetlana sylvia tamara tanya
  lotte mei noor saoirse aoife ling xiu hyun nia zainab ayesha tara tatiana teresa tessa theresa tiffany tina tracy trudy uma ursula valentina valeria valerie vanessa vera veronica victoria viola violet virginia vivian wanda wendy wilma yara yasmin yolanda yoko yuki yvonne zara zoe`)

export const MALE_NAMES =
  list(`aaron abdul abraham adam adrian ahmed alan albert alberto alejandro alessandro alex alexander alexis alfred ali alvin amir anders andre andreas andrew andy anthony anton antonio
  armin arnold arthur august axel barry bart ben benedict benjamin bernard bernd bjorn bob boris brad bradley brandon brendan brian bruce bruno bryan byron calvin cameron carl carlos cedric cesar charles charlie
  chris christian christoph christopher claude clemens colin conrad craig curtis cyril dale damien dan daniel danny darren dave david dean dennis derek diego dieter dimitri dirk dmitri dominic don donald douglas duncan dylan
  earl eddie edgar edmund eduardo edward edwin elias elliot emil emilio eric erik ernest esteban ethan eugene evan fabian felix ferdinand fernando filip finn florian francesco francis francisco frank franz fred frederick
  gabriel garrett gary geoff george gerald gerhard gideon gilbert giovanni glenn gordon graham gregory guido guillermo gunther gustav hamza hank hans harald harold harry hassan hector heinrich henrik henry herbert herman
  hiroshi howard hubert hugh hugo ian ibrahim igor ivan jack jacob jake jakob james jamie jan jared jason javier jay jeff jeffrey jens jeremy jerome jerry jesse jim jimmy joachim joe joel john johnny jon jonas jonathan
  jorge jose josef joseph josh joshua juan jules julian julio jurgen justin kai karim karl keith ken kenji kenneth kevin klaus konrad kurt kyle lance larry lars laurent lawrence leo leon leonard leonardo leroy lewis liam
  logan lorenzo louis luca lucas luis luka lukas luke magnus malcolm manuel marc marcel marco marcus mario marius mark markus martin marvin mateo matt matteo matthew matthias maurice max maximilian michael miguel mike
  mikhail milan milo mitchell mohamed mohammed moritz morris murray nathan nathaniel neil nelson nicholas nick nico nicolas niels nigel nikolai nils noah norman oliver oscar oskar otto owen pablo paolo pascal patrick paul pavel
  pedro pete peter phil philip philipp pierre rafael ralph ramon randy raoul raphael raymond rene ricardo richard rick rob robert roberto robin rodney rodrigo roger roland ron ronald ross roy ruben rudolf rupert russell ryan
  sam samuel santiago scott sean sebastian serge sergei sergio seth shane simon spencer stan stanley stefan stephen steve steven stuart sven tariq ted teddy terence terry theo theodore thomas tim timothy tobias toby todd tom
  tomas tommy tony travis trevor tristan tyler uwe valentin vernon victor vincent vladimir walter warren wayne werner wilfred will william wolfgang wei jun raj ravi arjun sanjay omar xavier yuri yusuf zachary`)

/** Given names that are common words as well count as names only with a capital and where a name can stand. */
export const isGivenName = (lower: string): boolean => FEMALE_NAMES.has(lower) || MALE_NAMES.has(lower)
