/**
 * Conversational sentences and what a memory should keep of them, written for this project.
 * `text → subject | predicate | object [not|was|may]; …`, `→ -` where it should keep nothing. A leading `document>` or `assistant>` names the source,
 * user is the default; ¶ is a line break. What is expected is what the sentence means, whether the extractor finds it or not.
 */
export const SENTENCES = `
I live in Bergen with my two cats. → user | lives_in | Bergen
I've been living in Ghent for six years. → user | lives_in | Ghent
We moved to Tallinn last spring. → user | lives_in | Tallinn
My parents live in a small village near Cork. → user's parents | lives_in | small village
I'm based in Nairobi these days. → user | lives_in | Nairobi
I grew up in Halifax. → user | grew_up_in | Halifax
I was born in Quito. → user | born_in | Quito
I was born on 9 July 1988. → user | born_on | 9 July 1988
I'm originally from Split. → user | from | Split
My wife comes from Oaxaca. → user's wife | from | Oaxaca
I used to live in Bristol. → user | lives_in | Bristol [was]
I had to move to Lyon. → user | lives_in | Lyon
I had to work at the mill. → user | works_at | mill [was]
I have to move to Lyon. → user | lives_in | Lyon [may]
I no longer live in Tromsø. → user | lives_in | Tromsø [was]
I don't live in Basel any more. → user | lives_in | Basel [was not]
I lived in Hanoi for three years. → user | lives_in | Hanoi [was]
We might relocate to Calgary. → user | lives_in | Calgary [may]
I want to move to Lisbon one day. → user | lives_in | Lisbon [may]
I'm planning to move to Leiden. → user | lives_in | Leiden [may]
I will move to Graz in June. → user | lives_in | Graz [may]
My office is in the old harbour. → user's office | is_in | old harbour
Our headquarters are in Antwerp. → user's headquarters | is_in | Antwerp
I work for Bluefin Logistics. → user | works_at | Bluefin Logistics
I got a job at Tessera. → user | works_at | Tessera
I am employed by the city council. → user | works_at | city council
I joined Kestrel Labs in March. → user | works_at | Kestrel Labs
I started working at Ovation two weeks ago. → user | works_at | Ovation
I was hired by Lumen. → user | works_at | Lumen
I left Parallax in May. → user | left_employer | Parallax
I quit my job. → user | quit | user's job
I work as a carpenter. → user | works_as | carpenter
I'm a paediatric nurse. → user | is_a | paediatric nurse
I am a software engineer at Mistral Foods. → user | is_a | software engineer
My job is selling insurance. → user | works_as | selling insurance
My occupation is beekeeper. → user | works_as | beekeeper
I used to be a firefighter. → user | is_a | firefighter [was]
She was a judge. → -
I teach chemistry at a secondary school. → user | teaches | chemistry
I manage a team of nine people. → user | manages | team of nine people
I report to Valerie. → user | reports_to | Valerie
My boss is called Henrik. → user | has_boss | Henrik
My manager Renata is on leave. → user | has_boss | Renata; Renata | is_on | leave
I founded a bakery in 2015. → user | founded | bakery
I volunteer at the animal shelter on Saturdays. → user | volunteers_at | animal shelter
I study law at Uppsala. → user | studies | law
I'm studying architecture. → user | studies | architecture
I graduated from Coimbra in 2012. → user | graduated_from | Coimbra
I have a degree in physics. → user | graduated_in | physics
I applied to two universities. → user | applied_to | two universities
I'm learning Korean. → user | learns | Korean
I speak Catalan and a little Basque. → user | speaks | Catalan; user | speaks | little Basque
My mother tongue is Tagalog. → user | mother_tongue | Tagalog
I am fluent in Arabic. → user | speaks | Arabic
I don't speak German. → user | speaks | German [not]
My sister Noor is a dentist. → user | has_sister | Noor; Noor | is_a | dentist
My brother's name is Felix. → user | has_brother | Felix
Emilia is my daughter. → user | has_daughter | Emilia
My son Theo turned six yesterday. → user | has_son | Theo; Theo | age | six
My husband Raj works at the port. → user | has_husband | Raj; Raj | works_at | port
My wife is called Ingrid. → user | has_wife | Ingrid
I have two sons. → user | has | two sons
I have a twin sister. → user | has | twin sister
I am married to Oksana. → user | married_to | Oksana
I married Esteban in 2009. → user | married_to | Esteban
I got divorced from Carla. → user | divorced | Carla
My best friend is Wanda. → user | has_best_friend | Wanda
Wanda is my best friend. → user | has_best_friend | Wanda
My neighbour Mr. Okafor plays the trumpet. → user | has_neighbour | Mr. Okafor; Mr. Okafor | plays | trumpet
My uncle, Bernard, owns a vineyard. → user | has_uncle | Bernard; Bernard | owns | vineyard
Lucia's father is a baker. → Lucia's father | is_a | baker
Petra's husband Ivo drives a taxi. → Petra | has_husband | Ivo; Ivo | drives | taxi
My grandmother turned ninety in April. → user's grandmother | age | ninety
My cousin is getting married in Naples. → user's cousin | get_married_in | Naples
My roommate hates loud music. → user's roommate | dislikes | loud music
Dr. Fehr is my dentist. → user | has_dentist | Dr. Fehr
My therapist is Dr. Lindqvist. → user | has_therapist | Dr. Lindqvist
Sven Olsen is our accountant. → user | has_accountant | Sven Olsen
Our landlord is Mr. Petrov. → user | has_landlord | Mr. Petrov
Karla is Tim's boss. → Tim | has_boss | Karla
I have a dog named Biscuit. → user | has_dog | Biscuit
Our cat is called Pickles. → user | has_cat | Pickles
My horse is named Comet. → user | has_horse | Comet
Biscuit is a beagle. → Biscuit | is_a | beagle
We adopted a kitten from the shelter. → user | adopted | kitten
My parrot's name is Kiwi. → user | has_parrot | Kiwi
I like mango ice cream. → user | likes | mango ice cream
I love old jazz records. → user | likes | old jazz records
I enjoy kayaking. → user | likes | kayaking
I enjoy baking bread and growing tomatoes. → user | likes | baking bread; user | likes | growing tomatoes
I really like board games. → user | likes | board games
I'm fond of pistachios. → user | likes | pistachios
I'm a big fan of Studio Ghibli. → user | likes | Studio Ghibli
I hate cilantro. → user | dislikes | cilantro
I can't stand mosquitoes. → user | dislikes | mosquitoes
I don't like horror films. → user | likes | horror films [not]
I dislike crowded trains. → user | dislikes | crowded trains
I love to ski. → user | likes | ski
I prefer aisle seats. → user | prefers | aisle seats
I prefer tea to coffee. → user | prefers | tea
My favourite film is Amélie. → user | favourite_film | Amélie
My favorite food is lasagne. → user | favourite_food | lasagne
Mina's favourite author is Ursula Le Guin. → Mina | favourite_author | Ursula Le Guin
Orange is my favourite colour. → user | favourite_colour | Orange
My favourite season is autumn. → user | favourite_season | autumn
I'm interested in astronomy. → user | interested_in | astronomy
I am interested in learning pottery. → user | interested_in | learning pottery
My hobbies are chess and sailing. → user | interested_in | chess; user | interested_in | sailing
I support Benfica. → user | supports | Benfica
I'm afraid of spiders. → user | afraid_of | spiders
I'm terrified of heights. → user | afraid_of | heights
I play the cello in an orchestra. → user | plays | cello
I play tennis every Thursday. → user | plays | tennis
I collect vintage stamps. → user | collects | vintage stamps
I listen to podcasts on the train. → user | listens_to | podcasts
I read crime novels. → user | reads | crime novels
I'm reading Middlemarch. → user | reads | Middlemarch
I watch a lot of documentaries. → -
I drive an old Volvo. → user | drives | old Volvo
I ride my bike to work. → user | rides | user's bike
I own a small boat. → user | owns | small boat
I sold my motorbike. → user | sold | user's motorbike
I bought a cargo bike last month. → user | bought | cargo bike
I use Neovim for everything. → user | uses | Neovim
We use Terraform at work. → user | uses | Terraform
I don't use social media. → user | uses | social media [not]
I am allergic to shellfish. → user | allergic_to | shellfish
I have an allergy to pollen. → user | allergic_to | pollen
I'm allergic to cats and dust. → user | allergic_to | cats; user | allergic_to | dust
My daughter is allergic to walnuts. → user's daughter | allergic_to | walnuts
I'm not allergic to peanuts. → user | allergic_to | peanuts [not]
I'm lactose intolerant. → user | is | lactose intolerant
I am vegetarian. → user | is | vegetarian
I'm a vegan. → user | is_a | vegan
I don't eat meat. → user | eats | meat [not]
I never eat breakfast. → user | eats | breakfast [not]
I stopped eating sugar. → user | eats | sugar [was]
I quit smoking in 2018. → user | quit_habit | smoking
I gave up alcohol. → user | quit_habit | alcohol
I drink oat milk. → user | drinks | oat milk
I no longer drink beer. → user | drinks | beer [was]
I suffer from migraines. → user | diagnosed_with | migraines
I was diagnosed with asthma. → user | diagnosed_with | asthma
I take metformin every morning. → user | take | metformin
I broke my wrist last winter. → user | broke | user's wrist
I weigh 82 kilos. → user | weighs | 82 kilos
I'm 41 years old. → user | age | 41 years
I am 37. → user | age | 37
My shoe size is 43. → user | shoe_size | 43
My blood type is AB negative. → user | blood_type | AB negative
My birthday is on 17 October. → user | birthday | 17 October
My birthday is 2 February. → user | birthday | 2 February
Our wedding anniversary is 21 June. → user | anniversary | 21 June
My phone number is 555-0172. → user | phone | 555-0172
My email is hana@example.org. → user | email | hana@example.org
My name is Marguerite. → user | name | Marguerite
I'm called Otis. → user | name | Otis
I am Yelena. → user | is_a | Yelena
My passport number is K4410982. → user | passport_number | K4410982
My locker is number 12. → user | locker | number 12
The wifi password is plumtree. → wifi password | is | plumtree
The door code is 9921. → door code | is | 9921
My gym membership costs 39 euros a month. → user's gym membership | costs | 39 euros a month
We charge 165 a job. → user | charge | 165 a job
I play 5 a side on Thursdays. → user | plays | 5 a side
Hildur does field GPS. → Hildur | do | GPS
My flatmate does motion graphics. → user's flatmate | do | motion graphics
Gary did teach me butchery. → Gary | teaches | butchery
I did move to Leeds. → user | lives_in | Leeds
Sara did stop smoking. → Sara | quit_habit | smoking
I'm allergic to nuts, no that's not an exaggeration. → user | allergic_to | nuts
I gave Windows 11 a try. → user | gave | try
Our rent is 1,450 euros. → user | costs | 1,450 euros
The ticket cost me 60 pounds. → -
The repair costs 310 dollars. → repair | costs | 310 dollars
My salary is 52,000 euros. → user | earns | 52,000 euros
The apartment has three bedrooms. → apartment | has | three bedrooms
Our garden measures 200 square metres. → user's garden | has_size | 200 square metres
My laptop has 32 GB of RAM. → user's laptop | has | 32 GB of RAM
The battery lasts nine hours. → battery | lasts | nine hours
The bridge is 120 metres long. → bridge | length | 120 metres
The meeting is on Thursday. → meeting | happens_on | Thursday
The wedding takes place on 14 August 2027. → wedding | happens_on | 14 August 2027
The concert is tomorrow. → concert | happens_on | tomorrow
The deadline is 30 September. → deadline | happens_on | 30 September
The exam was held in June. → exam | happens_on | June
The conference starts on Monday. → conference | happens_on | Monday
The workshop is scheduled for 3 May. → workshop | happens_on | 3 May
Our flight leaves at 7:45. → user's flight | leave_at | 7:45
My visa expires in March. → user's visa | ends_on | March
The pharmacy opens at eight. → pharmacy | opens_at | eight
The key is under the flowerpot. → key | is_under | flowerpot
My car is parked on Elm Street. → user's car | parked_in | Elm Street
The documents are kept in the blue folder. → documents | stored_in | blue folder
The spare tyre is in the garage. → spare tyre | is_in | garage
I visited Iceland in 2022. → user | visited | Iceland
I have been to Morocco twice. → user | visited | Morocco
We went to Sardinia in July. → user | visited | Sardinia
I've never been to Japan. → user | visited | Japan [not]
I travelled to Georgia with Mark. → user | visited | Georgia
Hugo repaired my bicycle. → Hugo | repairs | user's bicycle
Ines gave me a scarf. → Ines | gave | scarf
I lent Dominik my tent. → user | lent | user's tent
I borrowed a ladder from Greta. → user | borrowed | ladder
I sent Ruth the invoice on Friday. → user | sent | invoice
Paul taught me the recipe. → Paul | teaches | recipe
I won a poetry prize. → user | won | poetry prize
I lost my umbrella. → user | lost | user's umbrella
I finished the marathon in four hours. → user | finished | marathon
I wrote a novel in 2020. → user | wrote | novel
The novel was written by Ismail. → Ismail | wrote | novel
The roof was repaired by Gustav. → Gustav | repairs | roof
The app was built by two students. → two students | builds | app
The bridge was designed by Zaha Hadid. → Zaha Hadid | develops | bridge
The painting was stolen in 1990. → painting | be_stolen_in | 1990
Kodiak was acquired by Northern Foods. → Kodiak | acquired_by | Northern Foods
The bakery was founded in 1911. → bakery | be_founded_in | 1911
Mira and Jonas live in Tartu. → Mira | lives_in | Tartu; Jonas | lives_in | Tartu
Otto and I play chess. → Otto | plays | chess; user | plays | chess
Lena works at Fjord and lives in Bodø. → Lena | works_at | Fjord; Lena | lives_in | Bodø
I have a cat, a dog and three hens. → user | has | cat; user | has | dog; user | has | three hens
I like rye bread, olives and capers. → user | likes | rye bread; user | likes | olives; user | likes | capers
I studied in Delft and worked in Rotterdam. → user | study_in | Delft [was]; user | works_in | Rotterdam [was]
I bought apples and made a pie. → user | bought | apples; user | makes | pie
Marek, who works at Vodní, lives in Brno. → Marek | works_at | Vodní; Marek | lives_in | Brno
My aunt Rosa, who lives in Seville, makes ceramics. → user | has_aunt | Rosa; Rosa | lives_in | Seville; Rosa | makes | ceramics
Clara, a violinist, moved to Linz. → Clara | is_a | violinist; Clara | lives_in | Linz
Ravi, our lead designer, comes from Pune. → user | has_designer | Ravi; Ravi | from | Pune
The company, a small brewery, employs twelve people. → company | employ | twelve people
Anika is the CEO of Solvent. → Solvent | has_ceo | Anika
The capital of Mongolia is Ulaanbaatar. → Mongolia | capital | Ulaanbaatar
The mayor of Trieste is Roberto. → Trieste | has_mayor | Roberto
My dentist works in Avignon. → user's dentist | works_in | Avignon
I told you that I hate olives. → user | dislikes | olives
You said that you like jazz. → assistant | likes | jazz
Nadia told me that she moved to Cardiff. → Nadia | lives_in | Cardiff
Emma is moving to Marseille. → Emma | move_to | Marseille
Bunce has retired from bragging. → Bunce | retire_from | bragging
The M4 is silly fast. → M4 | is | silly fast
Ruaridh made the under-12s. → Ruaridh | make | under-12s
I know that Simon has a daughter. → Simon | has | daughter
I think Boris lives in Perm. → -
I guess the shop is closed. → -
I hope Ada gets the job. → -
I wish I had a garden. → -
If I move to Rome, I will sell my car. → -
I would buy a boat. → -
I'd like to visit Patagonia. → user | visited | Patagonia [may]
I'd love to learn the harp. → user | learns | harp [may]
I might buy a tent. → user | bought | tent [may]
I'm going to adopt a greyhound. → user | adopted | greyhound [may]
I plan to study philosophy. → user | studies | philosophy [may]
I have to renew my passport. → user | renew | user's passport [may]
I could sell the house. → -
You should try the soup. → -
Perhaps Lou works there. → -
Maybe I will paint the kitchen. → -
Where is the station? → -
Do you like opera? → -
Can you recommend a hotel in Ljubljana? → -
Could you translate this letter into Finnish? → -
What is my sister's name? → -
Is the museum open on Mondays? → -
How do I get to the airport? → -
Please remind me to call Ana. → -
Write a poem about the sea. → -
Tell me about the history of Malta. → -
Let's meet at noon. → -
Remember to buy milk. → -
Summarise the report in three sentences. → -
Hello! → -
Good evening, everyone. → -
Thanks a lot for your help! → -
Have a nice day! → -
Happy birthday! → -
Ok, sounds good. → -
Haha, that's so true. → -
Yeah, I know right. → -
Wow, amazing! → -
Hmm, let me think. → -
No problem at all. → -
See you tomorrow! → -
That was fun. → -
It is what it is. → -
I see. → -
I'm so tired today. → -
I'm sorry for the delay. → -
const total = items.reduce((a, b) => a + b, 0); → -
<div class="box">Hello</div> → -
SELECT name FROM users WHERE id = 7; → -
I'm allergic to soy, what can I order? → user | allergic_to | soy
I live in Dundee, so which airport is closest? → user | lives_in | Dundee
document> Piotr: I joined a choir. → Piotr | join | choir
document> Amara: My brother lives in Accra. → Amara's brother | lives_in | Accra
document> Lucas: I love hiking. ¶ Mei: I prefer swimming. → Lucas | likes | hiking; Mei | prefers | swimming
document> Greta: I was born in Kiel. → Greta | born_in | Kiel
document> Omar: I'm a pharmacist. → Omar | is_a | pharmacist
document> Note: The office closes at six. → office | closes_at | six
document> I live in Mumbai. → -
document> The user works at Palisade. → user | works_at | Palisade
document> Vesta Energy is headquartered in Turku. → Vesta Energy | lives_in | Turku
document> Vesta Energy builds wind turbines. → Vesta Energy | builds | wind turbines
document> The library contains 40,000 books. → library | contains | 40,000 books
document> The festival was organised by the town council. → town council | hosted | festival
document> Employees must wear a badge. → Employees | wears | badge
document> The new policy applies to contractors. → new policy | applied_to/apply_to | contractors
document> Marie Curie was born in Warsaw. → Marie Curie | born_in | Warsaw
document> The train from Split to Zagreb takes six hours. → train from Split to Zagreb | take | six hours
document> Caffeine blocks adenosine receptors. → Caffeine | block | adenosine receptors
document> The server runs on Debian. → server | runs_on | Debian
document> The service depends on Redis. → service | runs_on/depends_on/depend_on/uses | Redis
document> Version 2.1 was released on 4 April 2025. → Version 2.1 | be_released_on | 4 April 2025
assistant> You live in Odense. → user | lives_in | Odense
assistant> You mentioned that you play the oboe. → user | plays | oboe
assistant> The user is allergic to latex. → user | allergic_to | latex
assistant> Your sister Maja studies biology. → user | has_sister | Maja; Maja | studies | biology
assistant> Your favourite dish is paella. → user | favourite_dish | paella
assistant> I can help you with that. → -
assistant> I am an AI assistant. → assistant | is_a | AI assistant
assistant> You might enjoy the Uffizi. → user | likes | Uffizi [may]
assistant> Here is a summary of the article. → -
assistant> Sure, I will draft an email. → -
My dog is called Waffle. He loves cheese. → user | has_dog | Waffle; Waffle | likes | cheese
My sister Jana is a vet. She works in Pilsen. → user | has_sister | Jana; Jana | is_a | vet; Jana | works_in | Pilsen
Tomas is my neighbour. He speaks Czech. → user | has_neighbour | Tomas; Tomas | speaks | Czech
My brother lives in Oulu. He is a welder. → user's brother | lives_in | Oulu; user's brother | is_a | welder
I have a boat called Mistral. It has two cabins. → user | has_boat | Mistral; Mistral | has | two cabins
Alma met Rosa. She likes tango. → Alma | knows | Rosa
Erik lives in Umeå. His wife is a surgeon. → Erik | lives_in | Umeå; Erik's wife | is_a | surgeon
The tower was built in 1887. It is 300 metres tall. → tower | be_built_in | 1887; tower | height | 300 metres
My boss is Farid. His office is in Lille. → user | has_boss | Farid; Farid's office | is_in | Lille
Lotte: I have a bakery. It opens at six. → Lotte | has | bakery; bakery | opens_at | six
In 2016 I moved to Aarhus. → user | lives_in | Aarhus
On Tuesdays I play handball. → user | plays | handball
Because I work at Zephyr, I get free coffee. → user | works_at | Zephyr; user | get | free coffee
Although I like Paris, I live in Nantes. → user | likes | Paris; user | lives_in | Nantes
I work at Helios, but my brother works at Nimbus. → user | works_at | Helios; user's brother | works_at | Nimbus
I don't have a car. → user | has | car [not]
I have no siblings. → user | has | siblings [not]
We have three children. → user | has | three children
My team consists of five engineers. → user's team | contains | five engineers
Our product is called Loom. → user | has_product | Loom
Our customers are mostly hospitals. → user's customers | is_a | hospitals
My thesis is about coral reefs. → user's thesis | theme | coral reefs
I'm good at crosswords. → user | good_at | crosswords
I'm bad at remembering names. → user | is_bad_at | remembering names
I take care of my grandmother. → user | looks_after | user's grandmother
I'm looking forward to the trip. → user | hopes_for | trip
I go to the gym twice a week. → user | go_to | gym
My brother got married in May. → user's brother | get_married_in | May
I've known Silke since 2001. → user | knows | Silke
I met Anton in Kraków. → user | knows | Anton
I work with Priya. → user | works_with | Priya
I work from home. → user | works_from | home
My shift starts at six. → user's shift | happens_on | six
I live alone. → -
I live with my grandparents. → user | lives_with | user's grandparents
My flatmate Jules is from Lyon. → user | has_roommate | Jules; Jules | from | Lyon
I am the founder of Tidepool. → user | founded | Tidepool
I'm the youngest of four siblings. → user | is | youngest of four siblings
I switched from Android to iPhone. → user | stopped_using | Android; user | uses | iPhone
I subscribe to The Economist. → user | subscribed_to | The Economist
I rent a studio in Kreuzberg. → user | rents | studio
My car is a Skoda. → user's car | is_a | Skoda
My hair is black. → user's hair | colour | black
The printer is broken. → printer | is | broken
My flight number is BA284. → user | flight_number | BA284
The invoice number is 2026-118. → invoice number | is | 2026-118
My hometown is Bilbao. → user | from | Bilbao
My employer is Cobalt. → user | works_at | Cobalt
i live in porto → user | lives_in | porto
im allergic to peanuts → user | allergic_to | peanuts
i dont like mushrooms → user | likes | mushrooms [not]
my sister emma lives in lyon → user | has_sister | emma; emma | lives_in | lyon
My name's Petra and I'm 29. → user | name | Petra; user | age | 29
I've got two kids, Ana and Leo. → user | has_child | Ana; user | has_child | Leo
I have a brother, Tom. → user | has_brother | Tom
I have a son, Max, and a daughter, Lea. → user | has_son | Max; user | has_daughter | Lea
I have a cat Tom and a dog Tom. → user | has_cat | Tom; user | has_dog | Tom
I have a doctor, Tuesday. → user | has | doctor Tuesday
I might have a brother, Tom. → user | has | brother [may]
I have a brother, Tom, and two sisters, Ana and Bea. → user | has_brother | Tom; user | has_sister | Ana; user | has_sister | Bea
I have a neighbour, a nurse. → user | has | neighbour
I have a sister named Klara and a brother named Jan. → user | has_sister | Klara; user | has_brother | Jan
I have type 2 diabetes. → user | has | type 2 diabetes
I've moved from Madrid to Oslo. → user | left_place | Madrid; user | lives_in | Oslo
My home is now in Bratislava. → user | lives_in | Bratislava
I hardly ever eat fish. → user | eats | fish [not]
I have stopped drinking wine. → user | drinks | wine [was]
A watch was given to Eva by Tim. → Tim | gave | watch
Eva was given a watch by Tim. → Tim | gave | watch
Sonja and her husband run a hotel in Bled. → Sonja | runs | hotel; Sonja's husband | runs | hotel
My son is five. → user's son | age | five
The meeting has been moved to Friday. → meeting | happens_on | Friday
The office was moved to Bonn. → office | be_moved_to | Bonn
assistant> Based on what you told me, you live in Bern and work as a chef. → user | lives_in | Bern; user | works_as | chef
I am Tom's brother. → Tom | has_brother | user
We named our daughter Ida. → user | has_daughter | Ida
The spare key is with Mrs. Doyle. → spare key | is_with | Mrs. Doyle
Python was created by Guido van Rossum. → Guido van Rossum | develops | Python
Oslo has about 700,000 inhabitants. → Oslo | has | 700,000 inhabitants
I like neither beer nor wine. → -
I was laid off by Meta. → user | left_employer | Meta
I retired in 2019. → user | retire_in | 2019
My grandmother passed away last year. → user's grandmother | died_in | last year
Remember that my anniversary is June 14. → user | anniversary | June 14
Please remember that I'm allergic to nuts. → user | allergic_to | nuts
Note that the API key expires on 1 January 2028. → API key | ends_on | 1 January 2028
There is a spare key under the mat. → spare key | is_under | mat
My mom's maiden name is Kowalski. → user's mom | maiden_name | Kowalski
I recently found out that I'm lactose intolerant. → user | is | lactose intolerant
I've been working as a data analyst at Northwind since 2021. → user | works_as | data analyst; user | works_at | Northwind
My cat Luna, who is 12, has kidney disease. → user | has_cat | Luna; Luna | age | 12; Luna | has | kidney disease
Ben and Lea are doctors. → Ben | is_a | doctor; Lea | is_a | doctor
Dance is my passion. → user | interested_in | Dance
I will sell the house and buy a boat. → user | sold | house [may]; user | bought | boat [may]
Bob would have married Alice. → -
I almost bought a house. → -
Nobody knows the code. → -
My niece attends the conservatory in Bologna. → user's niece | attend/studies_at | conservatory
I settled in Aalborg after the divorce. → user | lives_in | Aalborg
Our firm is headquartered in Lausanne. → user's firm | lives_in | Lausanne
Jasper has been employed by Ferrovia since April. → Jasper | works_at | Ferrovia
She owns two parrots. → -
My stepfather is a carpenter by trade. → user's stepfather | is_a | carpenter
Agata got hired by Zenith last autumn. → Agata | works_at | Zenith
I resigned from Delphi in January. → user | left_employer | Delphi
My supervisor is Ulrike Stein. → user | has_boss | Ulrike Stein
I'm not from Poland. → user | from | Poland [not]
We don't have any pets. → user | has | pets [not]
My husband never drinks coffee. → user's husband | drinks | coffee [not]
I gave up meat two years ago. → user | quit_habit | meat
My goal is to run a marathon. → -
I may visit Crete in autumn. → user | visited | Crete [may]
Hanna hopes to become a surgeon. → Hanna | became | surgeon [may]
Viktor wants to sell his flat. → Viktor | sold | Viktor's flat [may]
The recipe was invented by my grandmother. → user's grandmother | develops | recipe
The tickets were bought by Pavel. → Pavel | bought | tickets
These photos were taken by Noemi. → -
Leonie, my flatmate, plays the drums. → user | has_roommate | Leonie; Leonie | plays | drums
My boss, Mr. Tanaka, collects clocks. → user | has_boss | Mr. Tanaka; Mr. Tanaka | collects | clocks
Iris and Hugo own a farm near Utrecht. → Iris | owns | farm; Hugo | owns | farm
My brother plays rugby and coaches a youth team. → user's brother | plays | rugby; user's brother | helped | youth team
I bought a drill, a ladder and two brushes. → user | bought | drill; user | bought | ladder; user | bought | two brushes
I hate spinach but love kale. → user | dislikes | spinach; user | likes | kale
The neighbour who plays the tuba lives upstairs. → neighbour | plays | tuba
Our kitchen measures 14 square metres. → user's kitchen | has_size | 14 square metres
The mountain is 2,864 metres high. → mountain | height | 2,864 metres
My commute takes 50 minutes. → user's commute | take/lasts | 50 minutes
The subscription costs 9.99 euros per month. → subscription | costs | 9.99 euros per month
The vernissage is on 6 November. → vernissage | happens_on | 6 November
Our next meeting takes place on Monday at noon. → user's next meeting | happens_on | Monday
The warranty ends in 2029. → warranty | ends_on | 2029
My locker code is 3391. → user | locker_code | 3391
The train number is EC 172. → train number | is | EC 172
My parents named me Wolfgang. → user | name | Wolfgang
My kitten is called Sushi. She is afraid of dogs. → user | has_kitten | Sushi; Sushi | afraid_of | dogs
My colleague Oksana comes from Odesa. She speaks three languages. → user | has_colleague | Oksana; Oksana | from | Odesa; Oksana | speaks | three languages
document> Beatriz: My favourite dessert is flan. → Beatriz | favourite_dessert | flan
document> Tomasz: I'm allergic to cats, so I got a turtle. → Tomasz | allergic_to | cats; Tomasz | get | turtle
document> Reminder: the boiler is inspected in March. → boiler | be_inspected_in | March
assistant> You prefer trains to planes. → user | prefers | trains
assistant> The user has a son called Milan. → user | has_son | Milan
assistant> I'm happy to help! → -
assistant> It sounds like you enjoy gardening. → -
Is it true that Anna lives in Bonn? → -
Any plans for tonight? → -
Give me three ideas for dinner. → -
Book a table at Mario's for eight. → -
lol ok → -
Great, thanks! → -
What a day! → -
I'm just kidding. → -
If Paul calls, tell him that I live in Kassel. → -
Assuming I had a garden, I would grow tomatoes. → -
My wife thinks that Berlin is too loud. → -
As far as I know, Erik works at Volvo. → -
I signed up for a pottery class. → user | joined | pottery class
I was diagnosed with coeliac disease in 2016. → user | diagnosed_with | coeliac disease
My sister is getting divorced. → -
I inherited a piano from my grandfather. → user | received | piano
We spent our honeymoon in Sicily. → user | spend | user's honeymoon
My car insurance expires on 31 March. → user's car insurance | ends_on | 31 March
Rex is a three-year-old labrador. → Rex | is_a | three-year-old labrador
My best friend Alba is a midwife in Girona. → user | has_best_friend | Alba; Alba | is_a | midwife
Yusuf said, "I live in Cairo." → -
"I hate onions," said my grandfather. → -
I told her, "I live in Porto." → user | lives_in | Porto
I met Tom and he said, "I live in Oslo." → user | knows | Tom
I named him "Al". I live in Porto. My sister calls him "Bo". → user | named | Al; user | lives_in | Porto; user's sister | named | Bo
My boss said, 'You will lead my team.' → -
I drink a litre of milk a day. → user | drinks | litre of milk
I eat two apples a day. → user | eats | two apples
I work at Marks & Spencer. → user | works_at | Marks & Spencer
My blood type is O negative. → user | blood_type | O negative
My favourite colour is green. → user | favourite_colour | green
My preferred theme is dark. → user | preferred_theme | dark
My car is red. → user's car | colour | red
Fergus and I got divorced last year. → user | divorced | Fergus
Nadia and I broke up. → user | broke_up_with | Nadia
I got fired from Tamarind. → user | left_employer | Tamarind
I dropped out of Utrecht University. → user | left_school | Utrecht University
I unsubscribed from The Economist. → user | unsubscribed_from | The Economist
I cancelled my Netflix subscription. → user | cancelled | user's Netflix subscription
I switched from Evernote to Obsidian. → user | stopped_using | Evernote; user | uses | Obsidian
The alarm code was changed to 2950. → alarm code | changed_to | 2950
My car is parked on level 2. → user's car | parked_in | level 2
Rumour: the bakery will close in May. → -
Joke of the day: my fridge is a philosopher. → -
Story idea: the lighthouse keeper is a thief. He lives in Brest. → -
FWD: Dear Ms Okonkwo, your new boiler will be ready for collection on 3 May. → -
Dear Mr Lindqvist, I am moving to Oslo and your flat is free. → -
Dear Assistant, I live in Ludlow. → user | lives_in | Ludlow
I moved to Leeds. ¶ Dear Anna, I live in Rome and your flat is free. → user | lives_in | Leeds
User: Write me a letter. ¶ Assistant: Dear Hiring Manager, I live in Ghent. ¶ User: Thanks. I live in Leeds. → user | lives_in | Leeds
Watched: Dear Evan Hansen, loved it. I moved to Oslo. → user | lives_in | Oslo
Translate this: Dear Anna, I hope you are well. I live in Rome. → -
Driving theory: done, and I joined Acme. → user | works_at | Acme
Headlines: I got the job and we moved to Leeds. → user | get | job; user | lives_in | Leeds
History essay: I chose Napoleon. → user | choose | Napoleon
Essay: I live in Rome. → -
Conspiracy theory: the moon is a lamp. → -
Forward planning: I moved to Oslo. → user | lives_in | Oslo
Note from Monday: I joined Acme. → user | works_at | Acme
Message of the day: I quit smoking. → user | quit_habit | smoking
Message from Joe: I joined Acme. → -
Hi Brigitte, thanks! Your parcel is in the shed. → -
There's just suddenly four men in the garden. → -
There is a spare fuse in the drawer. → spare fuse | is_in | drawer
She is Ines. Ines had the mayor dead last spring. → -
I put two people on it. → -
I put the ladder in the garage. → user | put | ladder
My younger sister don marry. → -
My brother will call. → -
Rosa is me auntie, not me mother. → -
I tell Winston order three bulbs. → -
I am told by Mrs Hale that the mill will close. → -
I try with the new boy in the kitchen. → -
I did six years in Dundee. → -
Pauline is still "waiting for somebody". → -
Emil's mock: 43%. → -
Dr. Brandt called, off record. → -
The editor is Ruth, printers Imre and Beata. → editor | is | Ruth
He is Tomas. Tomas will pay cash or not at all. → -
Lina's is Mr Koh. → -
I work at my uncle's in Leeds. → -
The otter hums the first. → -
I washed the red ones. → -
We have three. → -
I pay eleven hundred and fifty and the bath has no window. → user | pay | eleven hundred and fifty; bath | has | window [not]
Now I can't without music. → -
Captain Dunne renamed Captain Hale. → -
We are friends. → -
Moved a week. → -
I bought 30 hens so 65 now. → user | bought | 30 hens
After the show mango cake goes on every table. → -
My twins Ana and Mia and my cousin Kaya is visiting Leeds. → user | has_twin | Ana; user | has_cousin | Kaya; Kaya | visited | Leeds
Keys found under someone's name that isn't a member. → -
You tell jokes while they fix a lamp. → -
Otter Court, flat 3, moved in with Callum. → -
Ola and I are cousins. → -
Prices as integers, and nobody is allowed a float near money. → -
Elke got a wolf pup, named Porridge. → Elke | get | wolf pup
The speech therapist Wanda says she has 60 words. → -
Graham's hung up his racket. → Graham | hang_up | Graham's racket
Whit's the price of a ticket to Oban. → -
I'm no moving to Perth. → user | move_to | Perth [not]
I speak Frisian, Danish and enough Greek to be cheated politely. → user | speaks | Frisian; user | speaks | Danish; user | speaks | Greek
Snow since Sunday and the plough buried my van. → plough | bury | user's van
We have plenty of glue, tissues for Oisin. → -
Vendor claims packing will give 15% capacity. → -
It's not Doha now, it's Muscat, a British school. → -
Hamish is my dog. Hamish got intae my handbag. → user | has_dog | Hamish
I got seven. → -
Gordon's sold to the forestry people. → -
MEMBERS ARE REMINDED that the fee rises. → -
Kamala has from home. → -
`
