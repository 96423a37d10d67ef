/**
 * Sentences with the date that a memory should keep of them, written for this project and said on Thursday, 5 November 2026, at ten.
 * `sentence → date`, `→ -` where no date is the fact's own. A leading `document>` names the source, user is the default; a leading `2026-03-15>` is
 * another day on which it is said.
 */
export const DATED_SENTENCES = `
I have a dentist appointment on Friday. → 2026-11-06
I met Anna on Friday. → 2026-10-30
I met Anna on Thursday. → 2026-10-29
I have an exam on Thursday. → 2026-11-12
I have an exam this Friday. → 2026-11-06
I called the plumber last Tuesday. → 2026-11-03
I will start at Globex next Monday. → 2026-11-09
We went hiking at the weekend. → 2026-10-31/2026-11-01
We are visiting my parents this weekend. → 2026-11-07/2026-11-08
2026-11-08> We went hiking at the weekend. → 2026-11-07/2026-11-08
I moved to Berlin in March. → 2026-03
I will move to Berlin in March. → 2027-03
I joined Kestrel Labs in December. → 2025-12
I joined Kestrel Labs in early September. → 2026-09
I may visit my aunt in May. → 2027-05
Sarah's wedding is on 3 May. → 2027-05-03
Sarah visited Rome on 3 May. → 2026-05-03
Sarah visited Rome on the 3rd of May 2019. → 2019-05-03
Project Apollo launches on March 3rd, 2027. → 2027-03-03
My visa expires on Dec 12. → 2026-12-12
The lease ends on 31 December. → 2026-12-31
The contract ends on 2027-01-31. → 2027-01-31
The contract was signed on 14.02.2025. → 2025-02-14
The deadline was moved to 12/24/2026. → 2026-12-24
The deadline was moved to 3/4/2027. → 2027
I bought a bike two weeks ago. → 2026-10-22
I sold the boat three years ago. → 2023
I started working at Ovation 5 months ago. → 2026-06
I adopted a dog yesterday. → 2026-11-04
My flight leaves tomorrow at 9. → 2026-11-06
I saw the film last night. → 2026-11-04
I quit smoking today. → 2026-11-05
We are going to Lisbon next spring. → 2027-03/2027-05
We visited Lisbon last summer. → 2026-06/2026-08
2026-07-10> We visited Lisbon last summer. → 2025-06/2025-08
We moved to Tallinn last winter. → 2025-12/2026-02
Clara graduated in the summer of 2019. → 2019-06/2019-08
Clara graduated in 2019. → 2019
I have been living in Ghent since 2019. → 2019
I have worked at Hooli since June. → 2026-06
I work at Hooli since last month. → 2026-10
I will travel to Japan next year. → 2027
I renewed my passport last week. → 2026-10-26/2026-11-01
Tom visited us on Christmas Day. → 2025-12-25
I will fly to Oslo on Christmas Eve. → 2026-12-24
I lived in Hanoi from 2012 to 2015. → 2012/2015
I was born on 9 July 1988. → 1988-07-09
My daughter's wedding is on Saturday, 12 June 2027. → 2027-06-12
I booked a stand at Lumen Fair in Turin, 26 to 29 March. → 2027-03-26/2027-03-29
We've reserved a cottage near Whitby, 4-6 June. → 2027-06-04/2027-06-06
I signed up for the Riga marathon, 17 May. → 2026-05-17
I booked the flights yesterday, 4 November. → 2026-11-04
I got a parking ticket, 3 May. → 2026-05-03
I got two tickets for the opera, 14 January. → 2027-01-14
I booked the flights on 3 May. → 2026-05-03
I signed up for a course in April. → 2026-04
We rented a cottage near Whitby, 4-6 June. → 2026-06-04/2026-06-06
I sold the tickets on 3 May. → 2026-05-03
Our lab assistant is Wren Halloway, Monday to Wednesday. → -
Tom is in the office Monday to Wednesday. → -
Tom is in Rome from Monday to Wednesday. → 2026-11-09/2026-11-11
Tom is in Rome this Monday to Wednesday. → 2026-11-09/2026-11-11
The fair is Thursday to Sunday. → 2026-11-12/2026-11-15
I booked a table for Saturday. → 2026-11-07
The meeting was moved to Wednesday. → 2026-11-11
I have a meeting with Priya on Tuesday next week. → 2026-11-10
The invoice is due by the end of the month. → 2026-11
The conference is from 3 to 7 May 2027. → 2027-05-03/2027-05-07
I am flying to Madrid in two weeks. → 2026-11-19
I bought the house in Q3 2024. → 2024-07/2024-09
I left Parallax in May 2024 and joined Acme last week. → 2024-05; 2026-10-26/2026-11-01
document> The bridge was built in 1894. → 1894
document> The company was founded on March 4, 1998. → 1998-03-04
2024-02-10> I will start at Globex on 29 February. → 2024-02-29
2026-01-02> I bought a piano in November. → 2025-11
I was in Rome from Monday to Wednesday. → 2026-11-02/2026-11-04
I was in Rome from Monday to Friday. → 2026-10-26/2026-10-30
The festival runs from 3 to 7 May. → 2027-05-03/2027-05-07
I have a job interview a week from Tuesday. → 2026-11-17
The meeting is Friday. → 2026-11-06
My mother arrives on Sat. → 2026-11-07
My sister is getting married in September. → 2027-09
I have a doctor's appointment at 3pm on December 3rd. → 2026-12-03
I have been on sick leave since Tuesday. → 2026-11-03
My lease runs until March 2028. → 2028-03
I finished my PhD in mid-2022. → 2022
I called Mark on the fifth of May. → 2026-05-05
I play tennis on Fridays. → -
I play tennis every Monday. → -
Hugo does judo on Monday. → -
We sell honey on Saturday at the market hall. → -
Swimming club is on Tuesday. → -
Trash is Tuesday. → -
The clinic is open Mon to Fri. → -
We sign the contract on Thursday. → 2026-11-12
My first class is on Monday. → 2026-11-09
We go on holiday in August. → -
Our wedding is on the second Saturday of May 2027. → 2027-05
The festival is from Monday 1st to Friday 5th March. → -
We sing at the hospice on the first Friday. → -
The board meets on the last Tuesday. → -
The choir is singing on Palm Sunday. → -
I paid Badu on Easter Monday. → -
I have work on Tues and Thurs. → -
I used to sell insurance in August. → -
The release is planned for the weekend of the 28th. → -
My boss goes on holiday on Friday. → 2026-11-06
Fungai drives for DHL since Monday. → 2026-11-02
Emmanuel keeps the keys until Monday. → 2026-11-09
I am on the transplant list since the 1st of April. → 2026-04-01
Caio owes me 400 euros since Christmas. → 2025-12-25
My test is on Friday 13th. → 2026-11-13
My test is on Friday the 13th. → 2026-11-13
Grandma turns 80 on May the 4th. → 2027-05-04
I must send the form by the 15th. → 2026-11-15
I've had the cast since the 3rd. → 2026-11-03
We painted the fence by the 3rd. → -
The stitches come out on the 24th. → 2026-11-24
My parents come on the 28th. → 2026-11-28
We fly to Rome on 12/24. → 2026-12-24
We fly to Rome on 24/12. → 2026-12-24
We fly to Rome on 3/4. → -
The hall moved our party to 14 May. → 2027-05-14
My exam is on Fri 20th. → 2026-11-20
Ben visits us on Thursday 12th. → 2026-11-12
I drove to Leeds on Saturday 31st. → 2026-10-31
Mum's appointment is on Thursday 14th. → 2027-01-14
I met Omar on Wednesday 21st. → 2026-10-21
The party is on Saturday 6 December. → -
The party is on Sunday 6 December. → 2026-12-06
Jess bought me tickets for the concert on Sat 21 Nov. → 2026-11-21
My sister flies to Denver on Saturday. → 2026-11-07
I go to the gym every Friday morning. → -
My birthday is on 12 March. → -
Sarah's birthday is in June. → -
Our wedding anniversary is on 3 May. → -
I was born in March. → -
Friday is my favourite day. → -
My dog is called Friday. → -
I read Robinson Crusoe to my parrot Friday. → -
May is my sister. → -
I met May at the conference. → -
I work with April and June. → -
I believe in May. → -
The song was written by June. → -
August is my uncle. → -
2,000 people live in the village. → -
The village has 2000 people. → -
I wrote the essay in 2000 words. → -
I paid 2019 dollars for the laptop. → -
I drive a 2019 Honda Civic. → -
My room number is 2024. → -
My PIN is 1987. → -
I ran 10 km in 50 minutes. → -
I finished the puzzle in two weeks. → -
I lived in Hanoi for three years. → -
My son is three weeks old. → -
I work from Monday to Friday. → -
The office closes at 6 on Fridays. → -
We sail to Corsica in August. → -
I visit my grandmother at Christmas. → -
I like the autumn. → -
My favourite season is spring. → -
The rent is due on the 1st. → -
I take vitamin D in winter. → -
My favourite month is October. → -
I subscribe to USA Today. → -
I live at 12 March Street. → -
I have 3 May bugs in a jar. → -
My address is 1850 Sunset Boulevard. → -
I like Wednesday Addams. → -
I use version 2024.1 of the editor. → -
My phone number is 555-2019-12. → -
I went to Rome in the spring of 2024 and to Oslo in 2025. → -
The house was built in the 1930s. → -
My shift starts at 2000. → -
I work at Monday.com. → -
My sister Summer lives in Boston. → -
Halloween is my favourite holiday. → -
I moved to Berlin. → -
I have two cats. → -
I am allergic to peanuts. → -
document> The shop opens tomorrow. → -
document> The council meets on Friday. → -
I watched Yesterday with Tom. → -
I won 1,984 euros. → -
I weigh 80 kg. → -
The temperature fell by 2000 degrees. → -
The last week of the course was hard. → -
I like last year's model. → -
I walk the dog twice a day. → -
`
