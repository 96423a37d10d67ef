import { pairs, words } from '../word-lists.ts'

/** Word lists for names. Keys are lower case, without dots. */

export const DETERMINERS = words('the a an this that these those some any')

/** Before a name; what they are short for is written in one way. */
export const TITLES = pairs(
  'dr,doctor=dr; mr,mister=mr; mrs=mrs; ms=ms; miss=miss; mx=mx; prof,professor=prof; sir=sir; dame=dame; lord=lord; lady=lady; rev,reverend=rev; capt,captain=capt; sgt,sergeant=sgt; gen,general=gen; sen,senator=sen',
)

/** After a company's name. */
export const COMPANY_SUFFIXES = pairs(
  'inc,incorporated=inc; corp,corporation=corp; ltd,limited=ltd; co,company=co; llc=llc; llp=llp; plc=plc; gmbh=gmbh; ag=ag; sa=sa; srl=srl; spa=spa; bv=bv; nv=nv; oy=oy; ab=ab; kg=kg; se=se; pty=pty',
)

/** Whose 's belongs to the name. */
export const NAMES_IN_S = words(
  "mcdonald's wendy's domino's macy's sainsbury's levi's lowe's kellogg's lay's denny's joe's sotheby's christie's moody's jerry's applebee's arby's kohl's lloyd's harrod's reese's hershey's jack's papa's women's children's men's nando's",
)

/** End in s and are one: nouns, then names and places that people also write small. */
export const SINGULAR_IN_S = words(`
  news gas bus lens series species physics mathematics maths economics politics ethics athletics gymnastics statistics logistics electronics genetics robotics linguistics diabetes measles rabies herpes atlas canvas christmas
  chaos cosmos pancreas bias alias always yes plus thus as is was has us this its perhaps besides headquarters means crossroads barracks gallows
  james chris thomas nicholas lucas charles jonas elias silas tobias andreas matthias hans jens lars niels mats nils agnes ines frances mercedes dolores lourdes moses hercules ulysses achilles carlos marcos santos rios jones williams adams
  texas kansas arkansas illinois athens naples brussels cannes wales netherlands philippines angeles aires vegas orleans honduras bahamas maldives seychelles cyclades mars
  postgres kubernetes windows redis aws dns https tls css sas ios macos nodejs js ts rails pandas jenkins sales goods clothes jeans trousers pants shorts glasses scissors tongs pajamas thanks
`)

export const IRREGULAR_PLURALS = pairs(
  'children=child; people=person; men=man; women=woman; feet=foot; teeth=tooth; mice=mouse; geese=goose; lives=life; wives=wife; knives=knife; leaves=leaf; shelves=shelf; wolves=wolf; halves=half; loaves=loaf; thieves=thief; calves=calf; scarves=scarf; movies=movie; cookies=cookie; ties=tie; pies=pie; zombies=zombie; selfies=selfie; hoodies=hoodie; genies=genie; calories=calorie; shoes=shoe; toes=toe; canoes=canoe; criteria=criterion; phenomena=phenomenon; analyses=analysis; theses=thesis; crises=crisis; bases=base; buses=bus; gases=gas; viruses=virus; statuses=status; caches=cache; headaches=headache; aches=ache; quizzes=quiz; axes=axis; houses=house; horses=horse; nurses=nurse; courses=course; causes=cause; roses=rose; noses=nose; phrases=phrase; databases=database; purchases=purchase; licenses=license; licences=licence; leases=lease; releases=release; cases=case; phases=phase; uses=use; expenses=expense; responses=response',
)
