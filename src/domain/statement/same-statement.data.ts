import { pairs, phrases, words } from '../word-lists.ts'

/**
 * The word lists behind "the same statement". A line belongs here only if swapping its sides can never change what a natural sentence says:
 * a missed duplicate costs one more chunk, a swallowed near miss loses a memory. Keys are lower case, without punctuation.
 */

/** Spellings of one word: regional, careless, shortened. The right side may be several words. */
export const SPELLING = pairs(`
  centre=center; centres=centers; theatre=theater; theatres=theaters; metre=meter; metres=meters; litre=liter; litres=liters
  kilometre=kilometer; kilometres=kilometers; centimetre=centimeter; centimetres=centimeters; millimetre=millimeter; millimetres=millimeters
  fibre=fiber; fibres=fibers; calibre=caliber; sombre=somber; meagre=meager; spectre=specter; lustre=luster
  catalogue=catalog; catalogues=catalogs; dialogue=dialog; dialogues=dialogs; analogue=analog
  defence=defense; offence=offense; licence=license; licences=licenses; practise=practice; practised=practiced; practises=practices; practising=practicing; pretence=pretense
  tyre=tire; tyres=tires; kerb=curb; cheque=check; cheques=checks; programme=program; programmes=programs; plough=plow
  pyjamas=pajamas; aluminium=aluminum; moustache=mustache; sceptical=skeptical; sceptic=skeptic; cosy=cozy; storey=story; storeys=stories; mould=mold; mouldy=moldy
  doughnut=donut; doughnuts=donuts; yoghurt,yoghourt=yogurt; yoghurts=yogurts; judgement=judgment; ageing=aging; acknowledgement=acknowledgment
  jewellery=jewelry; enrol=enroll; enrols=enrolls; enrolment=enrollment; fulfil=fulfill; fulfils=fulfills; skilful=skillful; instalment=installment; instalments=installments
  artefact=artifact; artefacts=artifacts; manoeuvre=maneuver; encyclopaedia=encyclopedia; archaeology=archeology; archaeologist=archeologist
  paediatric=pediatric; paediatrician=pediatrician; anaemia=anemia; anaemic=anemic; leukaemia=leukemia; foetus=fetus; oestrogen=estrogen; diarrhoea=diarrhea
  anaesthetic=anesthetic; anaesthesia=anesthesia; orthopaedic=orthopedic; gynaecologist=gynecologist; haemoglobin=hemoglobin; oesophagus=esophagus; caesarean=cesarean
  maths=math; mum=mom; mums=moms; mummy=mommy; learnt=learned; burnt=burned; dreamt=dreamed; spelt=spelled; leapt=leaped; spoilt=spoiled; leant=leaned
  whilst=while; amongst=among; towards=toward; afterwards=afterward; backwards=backward; forwards=forward; upwards=upward; downwards=downward; till,til=until
  ok,okey=okay; alright=all right; cannot=can not; dont=do not; doesnt=does not; didnt=did not; isnt=is not; arent=are not; wasnt=was not; werent=were not
  cant=can not; couldnt=could not; wouldnt=would not; shouldnt=should not; havent=have not; hasnt=has not; hadnt=had not; im=i am; ive=i have
  youre=you are; youve=you have; theyre=they are; theyve=they have; weve=we have; thats=that is; theres=there is; whats=what is
  gonna=going to; wanna=want to; gotta=have to; gimme=give me; lemme=let me; kinda=kind of; sorta=sort of; dunno=do not know; cuz,coz,cos=because
  u=you; pls,plz=please; thx,thanx=thanks; tmrw,tmr,tomoz=tomorrow; abt=about; btw=by the way; fyi=for your information; imo=in my opinion; imho=in my humble opinion; asap=as soon as possible
  w/=with; w/o=without; b/c=because; vs,v.s=versus; approx=approximately; dept=department; govt=government; prof=professor; dr=doctor; eg,e.g=for example; ie,i.e=that is; etc=etcetera
  info=information; ad,advert=advertisement; ads,adverts=advertisements; exam=examination; exams=examinations; lab=laboratory; labs=laboratories; photo=photograph; photos=photographs
  tv,telly=television; tvs=televisions; fridge=refrigerator; fridges=refrigerators; phone=telephone; phones=telephones; cellphone=cell telephone; smartphone=smart telephone
  e-mail=email; e-mails=emails; e-mailed=emailed; website=web site; websites=web sites; online=on line; offline=off line; wifi=wi fi; log-in=login; setup=set up; checkup=check up; co-worker=coworker; co-workers=coworkers
  percent=%; pct=%; fiancee=fiancée; cafe=café; cafes=cafés; cliche=cliché; jalapeno=jalapeño; facade=façade; naive=naïve; decor=décor; zurich=zürich; sao=são; pinata=piñata; senor=señor
  u.s,u.s.a=usa; ph.d=phd; u.k=uk; e.u=eu; tues=tuesday; thurs,thur=thursday; fri=friday; sept=september; feb=february; aug=august; oct=october; nov=november
  tommorow,tommorrow,tomorow=tomorrow; recieve=receive; recieved=received; recieves=receives; definately,definatly,definitly=definitely; seperate=separate; seperated=separated; seperately=separately
  occured=occurred; occuring=occurring; accomodation=accommodation; accomodate=accommodate; adress=address; adresses=addresses; beleive=believe; beleived=believed; belive=believe; freind=friend; freinds=friends
  wierd=weird; untill=until; becuase,becasue,beacuse,becouse=because; goverment=government; enviroment=environment; neccessary,necesary=necessary; restaraunt,restaurent,resturant=restaurant; calender=calendar
  febuary=february; wensday,wednsday=wednesday; teh=the; thier=their; wich=which; alot=a lot; alway=always; comming=coming; begining=beginning; buisness,bussiness=business; collegue,colleage=colleague; collegues=colleagues
  embarassed,embarrased=embarrassed; experiance=experience; finaly=finally; foriegn=foreign; grammer=grammar; gaurd=guard; happend=happened; immediatly=immediately; independant=independent; knowlege=knowledge
  libary=library; maintainance,maintenence=maintenance; millenium=millennium; noticable=noticeable; ocasion,occassion=occasion; persue=pursue; posession=possession; prefered=preferred; priviledge=privilege; publically=publicly
  realy=really; reccomend,recomend=recommend; recommanded,recomended,reccomended=recommended; refered=referred; religous=religious; shedule,schedual=schedule; succesful,successfull=successful; suprise=surprise; suprised=surprised
  tendancy=tendency; truely=truly; vaccum,vacum=vacuum; vegtables=vegetables; wether=whether; writting=writing; yesturday,yestarday=yesterday; allready=already; appartment,apartement=apartment; birtday,birthdy=birthday
  favorit=favorite; dissapointed=disappointed; dissapear=disappear; diffrent=different; intresting=interesting; intrested=interested; probaly,probly=probably; usualy,ussually=usually; arguement=argument; cemetary=cemetery; commitee=committee
  docter=doctor; greatful=grateful; guarentee,garantee=guarantee; hospitel=hospital; medecine=medicine; moring=morning; morgage=mortgage; nieghbor,neigbor=neighbor; passanger=passenger; pharmasist=pharmacist; pronounciation=pronunciation; thirsday=thursday; vacume=vacuum
`)

/** Stems of the -our words; "four", "hour" and "tour" are why there is no rule. */
export const OUR_STEMS =
  /^(mis|dis|un|en)?(arm|behavi|cand|clam|col|endeav|fav|flav|glam|harb|hon|hum|lab|neighb|od|parl|ranc|rig|rum|sav|splend|tum|val|vap|vig)our/

/** Verbs that double their l in British spelling; "filled" and "filed" are why there is no rule. */
export const DOUBLED_L =
  /^((?:un|re)?(?:cancel|channel|counsel|dial|equal|fuel|initial|label|level|marvel|model|panel|pencil|quarrel|rival|shovel|signal|total|travel|tunnel))l(ed|ing|er|ers|ings|ors?|ous|ously)$/

/** Words and phrases that say just the same; the key is rewritten to the right side. */
export const SYNONYMS = pairs(`
  purchase=buy; purchases=buys; purchased=bought; purchasing=buying; commence,begin=start; commences,begins=starts; commenced,began,begun=started; commencing,beginning=starting
  large=big; larger=bigger; largest=biggest; children=kids; child=kid; mother,mama=mom; father,papa=dad; mothers=moms; fathers=dads; grandmother,granny,nana=grandma; grandfather,granddad,grandad=grandpa; grandmothers=grandmas; grandfathers=grandpas
  automobile=car; automobiles=cars; bicycle=bike; bicycles=bikes; bicycling=cycling; film=movie; films=movies; apartment=flat; apartments=flats; vacation=holiday; vacations=holidays; lorry=truck; lorries=trucks; elevator=lift; elevators=lifts; in the fall=in the autumn; this fall=this autumn; last fall=last autumn; next fall=next autumn; every fall=every autumn; fall of=autumn of
  garbage,trash=rubbish; couch,settee=sofa; couches,settees=sofas; attorney=lawyer; attorneys=lawyers; physician=doctor; physicians=doctors; ill=sick; glad=happy; aeroplane,airplane=plane; aeroplanes,airplanes=planes
  mobile telephone,cell telephone=mobile; mobile telephones,cell telephones=mobiles; motorcycle=motorbike; motorcycles=motorbikes; petrol=gasoline; postcode,postal code=zip code; spectacles=eyeglasses; laptop computer=laptop; laptop computers=laptops
  reside=live; resides=lives; resided=lived; residing=living; assist=help; assists=helps; assisted=helped; assisting=helping; require=need; requires=needs; required=needed; repair=fix; repairs=fixes; repaired=fixed; repairing=fixing
  select=choose; selects=chooses; selected,chose=chosen; selecting=choosing; display=show; displays=shows; displayed=shown; reply=respond; replies=responds; replied=responded; shuts at=closes at; permit=allow; permits=allows; permitted=allowed
  speak to=talk to; speaks to=talks to; spoke to=talked to; speak with=talk with; speaks with=talks with; spoke with=talked with; phoned,telephoned,rang=called; telephone me=call me; ring me=call me
  everybody=everyone; somebody=someone; anybody=anyone; no 1=nobody; perhaps=maybe; frequently=often; normally=usually; approximately=approx; seldom=rarely; nearly=almost; also known as,aka=alias; mistakenly=by mistake
  ends at,finishes at=ends at; ended at,finished at=ended at; ends on,finishes on=ends on; ended on,finished on=ended on; will end at,will finish at=will end at; is situated=is located; are situated=are located
  is named=is called; are named=are called; am named=am called; is named in=is named in; is named as=is named as; is named after=is named after; is named by=is named by; are named in=are named in; are named after=are named after;
  in order to=to; so as to=to; due to,owing to,on account of,thanks to=because of; lots of=a lot of; for instance=for example; as well=too; in spite of=despite; regarding,concerning,with regard to,with respect to=about; prior to=before; subsequent to=after; upon=on; at this point in time,currently,at the moment,right now,at present=now; these days=nowadays; in the vicinity of=near; next to,beside=next to
  have got=have; has got=has; have got to=have to; has got to=has to; am able to,is able to,are able to=can; was able to,were able to=was able to; am not able to,is not able to,are not able to,am unable to,is unable to,are unable to=can not
  do not have any,do not have a,do not have an,have not got any,have not got a,have not got an=have no; does not have any,does not have a,does not have an,has not got any,has not got a,has not got an=has no
  did not have any,did not have a,did not have an=had no; there is not any,there is not a=there is no; there are not any=there are no; there were not any=there were no; any more=anymore; any longer=anymore
  coworker,co worker=colleague; coworkers,co workers=colleagues; store=shop; stores=shops; cab=taxi; cabs=taxis; parking lot=car park; uni=university; bday=birthday; pic=picture; pics=pictures; ave=avenue; blvd=boulevard
  the max=the maximum; a max of=at most; passed away=died; looking for=searching for; look for=search for; looks for=searches for; looked for=searched for; called off=canceled; fill out=fill in; scared of=afraid of; wealthy=rich; enormous=huge; rapidly=quickly; right away,straight away=immediately
  totally,entirely=completely; primarily=mainly; typically=usually; incorrect=wrong; click on=click; sign in to=log in to; signs in to=logs in to; utilize,make use of=use; utilizes,makes use of=uses; utilized,made use of=used; utilizing,making use of=using; obtain=get; obtains=gets; obtained=got; obtaining=getting
  attempt=try; attempts=tries; attempted=tried; attempting=trying; numerous=many; entire=whole; is made up of,is composed of=consists of; are made up of,are composed of=consist of; no more than,a maximum of=at most; no less than,no fewer than,a minimum of=at least; greater than=more than; established=founded; authored=wrote; half an hour,half hour=30 min; a quarter of an hour=15 min
  1 another=each other; every single=every; each and every=every; on the weekend=at the weekend; at weekends=on weekends; in the meantime=meanwhile; at all times=always; on a daily basis,daily,each day=every day; on a weekly basis,weekly,each week=every week; monthly,each month=every month; annually,yearly,each year=every year; each morning=every morning; each evening=every evening; each night,nightly=every night; each monday=every monday; each tuesday=every tuesday; each wednesday=every wednesday; each thursday=every thursday; each friday=every friday; each saturday=every saturday; each sunday=every sunday
  the us,the united states,the united states of america=the usa; united states of america=usa; united states=usa; united kingdom=uk; new york city=nyc; european union=eu
  half a 12=6; a fortnight=2 week; takes place=is; took place=was; will take place=will be; is taking place=is
`)

/** Said to introduce, not to state. Stripped at the start of a sentence; the longest that fits goes first, again and again. */
export const OPENERS = phrases(`
  just a heads up that; just a heads up; heads up; quick heads up; a heads up that;
  just to let you know that; just to let you know; just so you know that; just so you know; just letting you know that; just letting you know; just a quick note that; just a reminder that; just a reminder; a quick reminder that; quick reminder that; reminder that; a reminder that
  by the way; for your information; for the record; for what it is worth; to be honest; to be clear; to be fair; to tell you the truth; in case you did not know; in case you are wondering; in case you wondered; in case it helps; in case it matters
  please note that; please note; note that; please be aware that; please be advised that; be aware that; be advised that; please keep in mind that; keep in mind that; bear in mind that; please bear in mind that; please remember that; please remember; remember that; do not forget that; please do not forget that; please know that; please be informed that
  it should be noted that; it is worth noting that; it is worth mentioning that; it is important to note that; it must be noted that; it bears mentioning that; worth noting that; worth noting; worth mentioning that; as a reminder; as a side note; on a side note; as a matter of fact; in fact; as it happens; as it turns out
  i just wanted to let you know that; i just wanted to let you know; i wanted to let you know that; i wanted to let you know; i just want to let you know that; i want to let you know that; i would like to let you know that; i would like to mention that; i would like to note that; i wanted to mention that; i should mention that; i should mention; i forgot to mention that; i forgot to mention; i forgot to say that; i want you to know that; i just wanted to say that; i wanted to say that; i just want to say that; i just wanted to mention that; i wanted to tell you that; i need to tell you that; let me tell you that; let me tell you; let me add that; let me mention that; i can tell you that; you should know that; you might want to know that; you may want to know that; as you know; as you may know; as you might know; as you probably know; as i said before; as i said; as i said earlier; as i mentioned before; as i mentioned earlier; as i mentioned; like i said; like i mentioned; as mentioned before; as mentioned; as mentioned above; as noted above; as noted; as stated above; as discussed; as already mentioned; speaking of which; guess what; oh by the way; before i forget; while i remember
  oh; ah; aha; um; uh; uhm; erm; er; hm; hmm; hmmm; anyway; anyways; anyhow; actually; of course; additionally; furthermore; moreover; in addition; incidentally; please; so yeah; yeah so; well yeah; yeah well; haha; lol; wow
`)

/** Openers only where a pronoun, determiner or punctuation follows: "so I moved", but not "so many moved"; "well, no", but not "well water". */
export const WEAK_OPENERS = words(
  'so well yeah yep yup yes sure and but hey hi hello hiya yo okay also honestly frankly obviously',
)

/** Openers only where the writer set them off by punctuation: "you know, Tom moved", but not "you know Tom". */
export const SET_OFF_OPENERS = phrases(
  'again;once again;remember;you know what;however;look;listen;see;right;like;note;reminder;quick reminder;note to self;naturally;basically;literally;importantly;notably;you know;you see;i mean;one more thing;fun fact;side note;hi there;hey there;hello there;just a quick note;update;good morning;good evening;good afternoon',
)

/** Comments on a whole sentence, which may open or close it. They stay, since they say how sure it is, but always at the end. */
export const COMMENTS = phrases(
  'as far as i know;to my knowledge;as far as i can tell;in my opinion;in my view;unfortunately;sadly;luckily;fortunately;apparently;if i remember correctly;if i recall correctly',
)

/** Dropped at the end of a sentence. */
export const CLOSERS = phrases(
  'by the way;for your information;just so you know;just to let you know;for the record;lol;haha;hahaha;to be honest;in case you wondered;in case you are wondering',
)

/** Dropped at the end where a comma sets them off: "I moved, you know", but not "the people you know". */
export const SET_OFF_CLOSERS = phrases(
  'you know;you see;i mean;thanks;thank you;of course;actually;in fact;as you know;as i said;as mentioned;okay;honestly;anyway;though',
)

/** Dropped wherever they stand: politeness and hesitation. */
export const NOISE = words('please um uh uhm erm actually lol haha hahaha')

/** Smileys that decorate. Others (a thumb down, a frown) may change what is said and stay. */
export const DECORATION =
  /[🙂😊😀😃😄😁😅😂🤣😉😍🥰🥳🎉🎊✨🙏👍👋🤗☺💪🔥🚀😎]|[\u2764\u2665]\ufe0f?|(?<=^|\s)[:;]-?[)dD](?=\s|$)/gu

export const PRONOUNS_AND_DETERMINERS = words(
  'i you he she it we they my your his her its our their the a an this that these those there here everyone nobody someone',
)

/** Whose meaning depends on who speaks. */
export const PERSONAL = words('i me my mine myself you your yours yourself we us our ours ourselves')

/** Whose meaning depends on when it is said. A weekday alone does, since it is another one next week. */
export const RELATIVE_TIME = words(
  'today tonight yesterday tomorrow ago recently monday tuesday wednesday thursday friday saturday sunday',
)

/** Units after a number, by what they are; "pounds" alone is money or weight and stays what it is. */
export const UNITS = pairs(`
  kgs,kilo,kilos,kilogram,kilograms,kilogramme,kilogrammes=kg; gram,grams,gramme,grammes,gr=g; milligram,milligrams=mg; lbs=lb; ounce,ounces=oz; tonne,tonnes,metric ton,metric tons=t
  kms,kilometer,kilometers=km; meter,meters=m; centimeter,centimeters,cms=cm; millimeter,millimeters=mm; mile,miles=mi; foot,feet=ft; inches=inch; yards=yard
  liter,liters=l; milliliter,milliliters,millilitre,millilitres=ml; centiliter,centiliters=cl; deciliter,deciliters,decilitre,decilitres=dl; gallons=gallon; cups=cup
  second,seconds,secs,sec,#2=s; minute,minutes,mins=min; hour,hours,hr,hrs=h; millisecond,milliseconds=ms; days=day; weeks,wk,wks=week; months=month; years,yr,yrs=year
  kilobyte,kilobytes=kb; megabyte,megabytes=mb; gigabyte,gigabytes,gigs=gb; terabyte,terabytes=tb; pixels,pixel=px
  ° c,degrees celsius,degree celsius,degrees c,celsius,degrees centigrade=°c; ° f,degrees fahrenheit,degrees f,fahrenheit=°f; °=degrees
  kilowatt,kilowatts=kw; kilowatt hours,kilowatt hour=kwh; watt,watts=w; volt,volts=v; hertz=hz; kilohertz=khz; megahertz=mhz; gigahertz=ghz
  km / h,kph,kmh,kilometers per hour,kilometer per hour,km per hour=km/h; miles per hour,mile per hour,mi per hour=mph
  m ^ 2,sqm,sq m,square meters,square meter,m2=m²; sq ft,square feet,square foot,sqft=ft²; square kilometers,square kilometer,km ^ 2,sq km=km²; cubic meters,cubic meter,m ^ 3=m³
  %=%; dollars,$,usd,us dollars,us dollar,bucks=dollar; euros,€,eur=euro; £,gbp,pounds sterling,quid=gbp; ¥=yen; jpy=yen; rupees,inr,₹=rupee; swiss francs,swiss franc=chf; cents=cent
  times,x=time; people,persons=people; percentage points=percentage point
`)

export const CURRENCY_SIGNS = pairs('usd,$=dollar; eur,€=euro; gbp,£=gbp; chf=chf; jpy,¥=yen; ₹=rupee')

export const PERIODS = words('hour day week month year night minute second h min s person kg head')

/** Words that count, from the value of the first on. */
const counted = (text: string, from: number, step = 1) =>
  [...words(text)].map((word, at): [string, number] => [word, from + at * step])

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...counted(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    0,
  ),
  ...counted('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
])

export const NUMBER_SCALES = new Map(
  Object.entries({
    dozen: 12,
    hundred: 100,
    thousand: 1e3,
    million: 1e6,
    mn: 1e6,
    billion: 1e9,
    bn: 1e9,
    trillion: 1e12,
  }),
)

export const ORDINALS: ReadonlyMap<string, number> = new Map([
  ...counted(
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
    1,
  ),
  ['thirtieth', 30],
])

const MONTH_NAMES = 'january february march april may june july august september october november december'
export const MONTHS: ReadonlyMap<string, number> = new Map([
  ...counted(MONTH_NAMES, 1),
  ...counted(MONTH_NAMES.replace(/(?<=\b\w{3})\w+/g, ''), 1),
])

export const WEEKDAYS = words('monday tuesday wednesday thursday friday saturday sunday')
export const SHORT_WEEKDAYS: ReadonlyMap<string, string> = new Map([...WEEKDAYS].map((day) => [day.slice(0, 3), day]))

/** Words that may open a second clause: with one of them in a sentence, nothing in it is moved. */
export const CLAUSAL = words(`
  that if when whenever while because although though unless who which whom whose where why how whether and or but so than before after as once either neither nor only
`)

/** Verbs that take another action with them: whose time "on Friday" then tells is not sure. */
export const EMBEDDING = words(`
  say says said saying tell tells told think thinks thought believe believes believed know knows knew hear hears heard learn learned remember remembers remembered forget forgot announce announced claim claims claimed
  report reports reported mention mentioned suggest suggested recommend recommended want wants wanted plan plans planned hope hopes hoped decide decided promise promised agree agreed expect expects expected ask asked asks
  intend intends try tries tried need needs needed refuse refused offer offered threaten dream dreamed wish wishes wished seem seems like likes love loves hate hates prefer prefers going due ready able supposed
`)

export const AUXILIARIES = words(
  'am is are was were do does did have has had can could will would shall should may might must',
)

/** Before a time these make it part of something else ("a table for Friday"), not the time of the statement. */
export const BINDERS = words(
  'for from to of until since by before after about than between and or through with the a an my your his her our their is are was were be except',
)

/** Participle to past where they differ; with the same form, or one in -ed, nothing is needed. */
export const PAST_OF = pairs(`
  written=wrote; given=gave; taken=took; drawn=drew; stolen=stole; broken=broke; driven=drove; eaten=ate; chosen=chosen; sung=sang; thrown=threw; torn=tore; worn=wore; seen=saw; done=did; known=knew; beaten=beat; bitten=bit; hidden=hid; spoken=spoke; shown=showed; started=started; begun=started
  built=built; made=made; bought=bought; sold=sold; sent=sent; found=found; lost=lost; won=won; told=told; taught=taught; brought=brought; caught=caught; led=led; hit=hit; cut=cut; held=held; left=left; kept=kept; paid=paid; lent=lent; met=met; shot=shot; hurt=hurt; set=set; read=read; fed=fed; founded=founded; dug=dug; stung=stung
`)

/** Verbs that take whom before what: "lent her bike to Bob" is "lent Bob her bike". */
export const GIVING = words(
  'give gives gave lend lends lent sell sells sold send sends sent show shows showed teach teaches taught hand hands handed owe owes owed pay pays paid mail mailed email emailed award awarded',
)

/** Verbs of which more than one subject is plural, so that "Ben and Lea" before one are two subjects and may change places. */
export const PLURAL_VERBS = words(
  'are were have will can could should would might both live work study play own met married moved',
)

export const SEASONS = words('spring summer autumn winter morning afternoon evening weekend')
export const SPANS = words(
  'week month year weekend morning afternoon evening night spring summer autumn winter day quarter',
)

/** How often, in a plain statement, may stand before the verb, first or last. */
export const FREQUENCIES = words('usually often sometimes occasionally generally rarely lately')

/** Short forms that are more than a word and its ending. */
export const CONTRACTIONS = pairs(`
  won't=will not; can't=can not; shan't=shall not; let's=let us; y'all=you all; o'clock=o'clock; ma'am=ma'am
`)
/** What an ending after an apostrophe stands for. */
export const ENDINGS = pairs("m=am; re=are; ve=have; ll=will; s='s; d='d")

export const SUBJECT_OF = pairs('me=i; him=he; her=she; us=we; them=they')
export const OBJECT_OF = pairs('i=me; he=him; she=her; we=us; they=them')
