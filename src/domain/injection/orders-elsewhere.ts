import { lazy } from '../../runtime/lazy.ts'

/**
 * The same kinds of orders in other languages: away with the instructions, a new role, out with the prompt, an answer dictated. Verbs in the
 * forms of an imperative only, so that telling of somebody who ignores a rule stays what it is.
 */
const SOME = '[^.!?。！？\\n]{0,60}?'

const GERMAN = {
  rules:
    'anweisung\\w*|instruktion\\w*|befehle?n?|regeln|vorgaben?|richtlinien?|prompts?|system-?\\s?prompts?|system-?\\s?anweisung\\w*|beschraenkung\\w*|beschrankung\\w*|einschrankung\\w*|vorschriften|kontext',
  away: 'ignoriere?|ignorieren|missachte|missachten sie|vergiss(?! nicht)|vergesst(?! nicht)|vergessen sie(?! nicht)|verwirf|verwerfe|ubergehe|umgehe|uberschreibe?|losche|beachte(?= [^.!?]*nicht)|befolge(?= [^.!?]*(?:nicht|keine))|setze?(?= [^.!?]*ausser kraft)|hor auf',
}

/** What begins with ~ is said to people as well ("you are an aunt now"), and counts where it speaks of a model. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  german: [
    `(?<!(?:\\bich|\\bwir|\\ber|\\bsie|\\bman|\\bzu) )(?:${GERMAN.away})\\b${SOME}\\b(?:alle[sn]?|vorherig\\w*|bisherig\\w*|vorig\\w*|fruher\\w*|obig\\w*|deine?[nr]?|samtliche\\w*|ursprunglich\\w*|die|jegliche)\\b${SOME}\\b(?:${GERMAN.rules})\\b`,
    `\\b(?:alle|deine|samtliche) (?:vorherigen|bisherigen|fruheren|obigen|vorigen)? ?(?:${GERMAN.rules}) (?:ignorieren|vergessen|missachten|verwerfen)`,
    `\\b(?:vergiss|ignoriere|vergessen sie)\\b alles,? (?:was (?:dir|ihnen|du|sie|man (?:dir|ihnen)|oben|vorher|bisher|davor)|vorherige|bisherige|obige|davor|bisher|andere,? was|und)\\b[^.!?\\n]*`,
    `~\\bdu bist (?:jetzt|nun|ab (?:jetzt|sofort|nun)|von nun an|nicht mehr|kein\\w*) (?!\\d|zu |bei |in |im |mitglied|vater|mutter|onkel|tante|dran|an der)`,
    `~\\b(?:ab (?:jetzt|sofort|nun)|von (?:jetzt|nun) an)\\b[\\s,:]*(?:bist du|wirst du|musst du|sollst du|antworte|antwortest|verhalte|sprich|schreibe?|tu|ignoriere|folge)\\b(?! (?:ich|wir|er|sie)\\b)`,
    `~\\b(?:tu|tue|tun sie) so,? als\\b|\\bverhalte dich (?:wie|als|so)\\b|\\bgib dich als\\b|\\bspiele? die rolle\\b|\\bstell dir vor,? du (?:bist|warst)\\b|\\bagiere als\\b|\\bschlupfe? in die rolle\\b`,
    `\\b(?:zeige?|gib|verrate?|nenne?|wiederhole?|drucke?|schreibe?|offenbare?|sage?|liste|ubersetze?|veroffentliche?)\\b${SOME}\\b(?:system-?\\s?prompt\\w*|system-?\\s?anweisung\\w*|deine (?:\\w+ )?(?:anweisungen|instruktionen|regeln|prompts?)|deinen (?:\\w+ )?prompt|passworter|api-?\\s?schlussel|zugangsdaten)\\b`,
    `~\\b(?:antworte|antworten sie|sage?|schreibe?|gib)\\b (?:ab jetzt |von nun an )?(?:nur|ausschliesslich|ausschließlich|immer|stets|genau|auf jede\\w*|lediglich)\\b ${SOME}(?:mit|auf (?:englisch|franzosisch|spanisch|russisch)|noch|wort|["“„':])`,
    `~\\bneue (?:system-?\\s?)?(?:anweisung(?:en)?|instruktion(?:en)?|regeln)\\s*:`,
    `\\b(?:sende?|schicke?|leite|ubermittle)\\b${SOME}\\b(?:alle|samtliche|gesamte\\w*)\\b${SOME}\\b(?:daten|passworter|nachrichten|erinnerungen|gesprach\\w*|informationen)\\b${SOME}(?:@|http|\\ban\\b)`,
  ],
  french: [
    `\\b(?:ignore[zr]?|oublie[zr]?|neglige[zr]?|meprise[zr]?|contourne[zr]?|outrepasse[zr]?|annule[zr]?|efface[zr]?|(?:n'|ne )(?:obeis|obeissez|suis|suivez|tiens|tenez|respecte[zr]?)\\w* (?:pas|plus)?)\\b(?! pas)${SOME}\\b(?:instructions?|consignes?|directives?|regles?|ordres?|prompts?|contraintes?|contexte|limitations?)\\b${SOME}(?:precedent\\w*|anterieur\\w*|ci-dessus|ton |ta |tes |vos |votre |systeme|donne\\w*|recu\\w*|initial\\w*)`,
    `\\b(?:ignore[zr]?|oublie[zr]?|(?:n'|ne )(?:respecte[zr]?|suis|suivez|obeis|obeissez|applique[zr]?) (?:pas|plus)(?: a)?)\\b (?:toutes?|tous|les|tes|vos|ces|aux)\\b ?${SOME}\\b(?:instructions?|consignes?|directives?|regles?|prompts?)\\b`,
    `\\b(?:oublie[zr]?|ignore[zr]?)\\b (?:tout )?(?:ce qui precede|ce que|tout ce)\\b`,
    `~\\b(?:tu es|vous etes) (?:maintenant|desormais|dorenavant|a present) (?!\\d|membre|inscrit|connect|chez|dans|abonne)`,
    `~\\b(?:a partir de maintenant|desormais|dorenavant)\\b[\\s,:]*(?:tu|vous|reponds|repondez|agis|parle|ignore|fais)\\b`,
    `~\\b(?:fais|faites) (?:comme si|semblant)\\b|\\b(?:agis|agissez|comporte-toi|comportez-vous) (?:comme|en tant)\\b|\\bjoue[zr]? le role\\b|\\b(?:imagine[zr]?|suppose[zr]?|pretends|pretendez) (?:que tu|que vous|etre)\\b`,
    `\\b(?:revele[zr]?|affiche[zr]?|montre[zr]?|repete[zr]?|imprime[zr]?|donne[zr]?(?:-moi)?|ecris|ecrivez|divulgue[zr]?|dis-moi|dites-moi|partage[zr]?|traduis\\w*)\\b${SOME}\\b(?:prompt|instructions? (?:systeme|initiales?|cachees?|secretes?)|(?:tes|vos) (?:instructions|consignes|regles)|(?:ton|votre) (?:prompt|invite|systeme)|message systeme|invite systeme|mots de passe|cles? api|cle d'api)`,
    `~\\b(?:reponds|repondez|dis|dites|ecris|ecrivez)\\b (?:uniquement|seulement|toujours|exactement|simplement|rien que)\\b`,
    `~\\bnouvelles? (?:instructions?|consignes?|directives?)\\s*:`,
    `\\b(?:envoie|envoyez|transmets|transmettez)\\b${SOME}\\b(?:toutes|tous|toute|tout)\\b${SOME}\\b(?:donnees|mots de passe|messages|conversation\\w*|souvenirs|informations)\\b${SOME}(?:@|http|\\ba\\b)`,
  ],
  spanish: [
    `\\b(?:ignor(?:a|e|en|ad|ar)|olvid(?:a|e|en|ad|ar)|descart(?:a|e)|desestim(?:a|e)|omit(?:e|a)|salta(?:te)?|haz caso omiso de|no (?:sigas|siga|obedezcas|obedezca|respetes|hagas caso)(?: a| de)?|anula|sobrescribe|elude)\\b${SOME}\\b(?:instruccion(?:es)?|indicaciones|ordenes|reglas|directrices|normas|prompts?|restricciones|directivas|mensajes? del sistema)\\b(?:${SOME}(?:anterior\\w*|previas?|previos?|sistema|tus |arriba|dadas|recibidas|originales|iniciales|de seguridad)|\\s*(?:[.!?;,]|$))`,
    `\\b(?:ignora|ignore|olvida|olvide)\\b (?:todas?|todos?|tus|sus|cualquier)\\b ${SOME}\\b(?:instruccion(?:es)?|indicaciones|ordenes|reglas|prompts?)\\b`,
    `\\b(?:olvida|olvide|ignora|ignore)\\b todo (?:lo|cuanto)\\b`,
    `~\\b(?:(?:ahora|desde ahora|a partir de ahora) (?:eres|seras)|eres ahora) (?:un|una|el|la|dan|libre|sin|capaz)\\b|\\bahora (?:actuas|actuaras|responderas|debes (?:responder|actuar|ignorar))\\b`,
    `~\\b(?:a partir de (?:ahora|este momento)|de ahora en adelante|desde ahora)\\b[\\s,:]*(?:eres|seras|actua|responde|respondes|debes|habla|ignora|di|tu)\\b`,
    `~\\b(?:actua|actue|comportate|comportese|responde) como (?:si|un|una|el|la|dan)\\b|\\b(?:finge|finja|imagina|simula) (?:ser|que eres|que es)\\b|\\b(?:haz|haga|juega|asume|interpreta) (?:de|el papel|el rol|como si)\\b`,
    `\\b(?:revela|revele|muestra(?:me)?|muestre(?:me)?|imprime|repite|dime|dame|escribe|divulga|ensena(?:me)?|comparte|traduce)\\b${SOME}\\b(?:prompt|instrucciones (?:del sistema|iniciales|ocultas|secretas)|tus (?:instrucciones|reglas|directrices)|mensaje del sistema|contrasenas|claves? (?:de )?api|credenciales)\\b`,
    `~\\b(?:responde|responda|contesta|di|diga|escribe)\\b (?:solo|solamente|unicamente|siempre|exactamente|nada mas que)\\b`,
    `~\\bnuevas? (?:instrucciones?|ordenes|directrices)\\s*:`,
    `\\b(?:envia|envie|manda|reenvia)\\b${SOME}\\b(?:todos|todas|todo|toda)\\b${SOME}\\b(?:datos|contrasenas|mensajes|conversacion\\w*|recuerdos|informacion)\\b${SOME}(?:@|http|\\ba\\b)`,
  ],
  italian: [
    `\\b(?:ignora(?:te|re)?|ignori|dimentica(?:te|re)?|dimentichi|trascura|scarta|tralascia|annulla|aggira|non (?:seguire|segui|rispettare|obbedire)(?: a)?)\\b(?! di)${SOME}\\b(?:istruzion[ei]|indicazioni|direttive|regole|ordini|comandi|prompt|restrizioni|vincoli)\\b(?:${SOME}(?:precedent\\w*|sopra|tue|sistema|ricevut\\w*|iniziali|originali|sicurezza)|\\s*(?:[.!?;,]|$))`,
    `\\b(?:ignora|dimentica)\\b (?:tutt[eio]|le tue|ogni|qualsiasi)\\b ${SOME}\\b(?:istruzion[ei]|indicazioni|direttive|regole|ordini|prompt)\\b`,
    `\\b(?:dimentica|ignora)\\b tutto (?:cio|quello|quanto)\\b`,
    `~\\b(?:ora|adesso|d'ora in poi) (?:(?:sei|sarai) (?:un|una|uno|un'|il|la|lo|dan|libero|senza|capace)|agisci|rispondi (?:solo|sempre|come)|devi (?:ignorare|rispondere|fingere)|comportati)\\b|\\bsei (?:ora|adesso) (?:un|una|il|la|dan|senza|libero)`,
    `~\\bd'ora in (?:poi|avanti)\\b[\\s,:]*(?:sei|sarai|rispondi|agisci|devi|parla|ignora)\\b`,
    `~\\b(?:fai finta|fingi|immagina) (?:di essere|che tu|di)\\b|\\b(?:agisci|comportati|rispondi) come (?:se|un|una|il|dan)\\b|\\b(?:interpreta|assumi|gioca) il ruolo\\b`,
    `\\b(?:rivela(?:mi)?|mostra(?:mi)?|stampa|ripeti|dimmi|dammi|scrivi|divulga|condividi)\\b${SOME}\\b(?:prompt|istruzioni (?:di sistema|iniziali|nascoste|segrete)|(?:le )?tue (?:istruzioni|regole)|messaggio di sistema|password|chiav[ei] api|credenziali)\\b(?! (?:di|del) (?:quel|wifi|wi-fi))`,
    `~\\b(?:rispondi|di'|scrivi)\\b (?:solo|soltanto|sempre|unicamente|esattamente|esclusivamente)\\b`,
    `~\\bnuov[ea] (?:istruzion[ei]|direttiv[ae])\\s*:`,
  ],
  portuguese: [
    `\\b(?:ignor(?:e|a|em|ar)|esquec(?:a|e|am|er)|desconsidere|desconsidera|despreze|descarte|anule|contorne|nao (?:siga|sigas|obedeca|respeite))\\b(?! de)${SOME}\\b(?:instruc(?:ao|oes)|ordens|regras|diretrizes|orientacoes|comandos|prompts?|restricoes)\\b(?:${SOME}(?:anterior\\w*|previas?|acima|suas|tuas|sistema|recebidas|originais|iniciais|seguranca)|\\s*(?:[.!?;,]|$))`,
    `\\b(?:ignore|esqueca|ignora|esquece)\\b (?:todas?|todos?|suas|tuas|as|quaisquer)\\b ${SOME}\\b(?:instruc(?:ao|oes)|ordens|regras|diretrizes|prompts?)\\b`,
    `\\b(?:esqueca|esquece|ignore|ignora)\\b tudo (?:o que|que|acima)\\b`,
    `~\\b(?:agora (?:voce|tu) (?:e|es|sera)|voce (?:e|esta|sera) agora|tu es agora)\\b (?!membro|\\d)|\\b(?:a partir de agora|de agora em diante|doravante)\\b[\\s,:]*(?:voce|tu|responda|aja|seja|fale|ignore)\\b`,
    `~\\b(?:aja|comporte-se|atue|responda) como (?:se|um|uma|o|a|dan)\\b|\\b(?:finja|imagine|simule) (?:ser|que voce|que e)\\b|\\b(?:faca|assuma|interprete) o papel\\b`,
    `\\b(?:revele|mostre|imprima|repita|diga-me|me diga|me mostre|escreva|divulgue|compartilhe|exiba)\\b${SOME}\\b(?:prompt|instrucoes (?:do sistema|iniciais|ocultas|secretas)|(?:suas|tuas) (?:instrucoes|regras|diretrizes)|mensagem do sistema|senhas|chaves? (?:de |da )?api|credenciais)\\b`,
    `~\\b(?:responda|diga|escreva|responde)\\b (?:apenas|somente|so|sempre|exatamente|unicamente)\\b`,
    `~\\bnovas? (?:instruc(?:ao|oes)|ordens|diretrizes)\\s*:`,
  ],
  dutch: [
    `\\b(?:negeer|vergeet(?! niet)|sla over|omzeil|volg(?= [^.!?]*niet))\\b${SOME}\\b(?:instructies?|aanwijzingen|regels|opdrachten|richtlijnen|prompts?)\\b`,
    `~\\b(?:je bent|jij bent|u bent) (?:nu|vanaf nu|voortaan) (?!\\d|lid|in |aan )|\\b(?:vanaf nu|voortaan)\\b[\\s,:]*(?:ben je|moet je|antwoord|gedraag)\\b|\\bdoe alsof\\b|\\bgedraag je als\\b`,
    `\\b(?:toon|onthul|geef|herhaal|laat)\\b${SOME}\\b(?:systeemprompt|systeeminstructies|je instructies|jouw instructies|wachtwoorden)\\b|\\bantwoord (?:alleen|altijd|uitsluitend) (?:met|in)\\b`,
  ],
  polish: [
    `\\b(?:zignoruj|ignoruj|zapomnij|pomin|odrzuc)\\b${SOME}\\b(?:instrukcje|instrukcji|polecenia|polecen|zasady|zasad|reguly|wytyczne|prompt\\w*)\\b`,
    `\\b(?:jestes teraz|od teraz jestes|udawaj,? ze|zachowuj sie jak|pokaz|ujawnij)\\b${SOME}(?:prompt\\w*|instrukcj\\w*|hasla|jestes|asystent\\w*|bez )`,
  ],
  turkish: [
    `\\b(?:onceki|yukaridaki|tum|butun)\\b${SOME}\\b(?:talimat\\w*|komut\\w*|kural\\w*|yonerge\\w*)\\b${SOME}\\b(?:yok say\\w*|unut\\w*|gormezden gel\\w*|dikkate alma\\w*|goz ardi et\\w*)`,
    `~\\b(?:artik sen|bundan sonra sen|simdi sen)\\b|\\bsistem (?:istemini|komutunu|talimatlarini)\\b${SOME}\\b(?:goster|yaz|acikla|soyle)\\w*`,
  ],
  russian: [
    `(?:игнорируй(?:те)?|проигнорируй(?:те)?|забудь(?:те)?|отбрось(?:те)?|отмени(?:те)?|обойди(?:те)?|пренебреги(?:те)?|не (?:следуй(?:те)?|выполняй(?:те)?|соблюдай(?:те)?|слушай(?:те)?|обращай(?:те)? внимания))${SOME}(?:инструкц\\p{L}*|указани\\p{L}*|правил\\p{L}*|команд\\p{L}*|приказ\\p{L}*|промпт\\p{L}*|директив\\p{L}*|ограничени\\p{L}*|запрос\\p{L}* системы)`,
    `(?:забудь(?:те)?|игнорируй(?:те)?) (?:о |обо )?вс[её](?:м)?(?: это)?,? (?:что|предыдущ|выше|сказан)`,
    `~(?:ты (?:теперь|отныне|больше не)|теперь ты|отныне ты|вы теперь|с этого момента ты) (?!\\d|дядя|тетя|мама|папа|дома|в |на )`,
    `~(?:с этого момента|отныне|впредь)[\\s,:]*(?:ты|вы|отвечай|говори|действуй|игнорируй|веди себя)`,
    `~(?:притворись|притворяйся|представь,? что ты|веди себя как|действуй как|играй роль|сыграй роль|выступай в роли)`,
    `(?:покажи|раскрой|выведи|напечатай|повтори|скажи|назови|напиши|сообщи|перечисли)(?:те)?(?: мне)?${SOME}(?:системн\\p{L}* (?:промпт|инструкц|сообщени|запрос|подсказк)\\p{L}*|сво[йи]\\p{L}* (?:инструкц|промпт|правил)\\p{L}*|скрыт\\p{L}* инструкц\\p{L}*|твои (?:инструкц|правил)\\p{L}*|парол[ия]\\p{L}*|api[- ]?ключ\\p{L}*)`,
    `~(?:отвечай|ответь|говори|пиши|скажи)(?:те)? (?:только|всегда|исключительно|лишь)`,
    `~новы[ея] (?:инструкц\\p{L}*|указани\\p{L}*|правил\\p{L}*)\\s*:`,
    `(?:отправь|перешли|вышли)(?:те)?${SOME}(?:все|всю|весь)${SOME}(?:данные|пароли|сообщени\\p{L}*|переписк\\p{L}*|историю|воспоминани\\p{L}*)`,
  ],
  ukrainian: [
    `(?:ігноруй(?:те)?|забудь(?:те)?|відкинь(?:те)?)${SOME}(?:інструкц\\p{L}*|вказівк\\p{L}*|правил\\p{L}*|команд\\p{L}*)`,
  ],
  chinese: [
    `(?<![他她我它们們人家生])(?:忽略(?!了)|无视(?!了)|忽視(?!了)|無視(?!了)|忘记(?!了)|忘記(?!了)|忘掉|不要理会|不要理會|不理会|丢弃|丟棄|抛弃|绕过|繞過|违反|违背|不要遵守|停止遵守|别管|別管|跳过|覆盖|取消)[^。！？\\n]{0,30}?(?:指令|指示|提示|规则|規則|命令|要求|设定|設定|限制|约束|約束|准则|準則|系统消息|上下文|对话|對話)`,
    `(?:忽略|无视|無視|忘记|忘記|忘掉)(?:以上|上述|之前|前面|先前|此前|一切|所有)[^。！？\\n]{0,20}`,
    `~(?:你现在是|你現在是|现在你是|現在你是|从现在(?:开始|起)[，,]?(?:你|请|只|必须|用)|從現在(?:開始|起)[，,]?(?:你|請|只|必須|用)|你将扮演|你將扮演|请扮演|請扮演|扮演一[个個名]|假装(?:你|成)|假裝(?:你|成)|假设你是|假設你是|你不再是|你必须(?:服从|回答|忽略|说|只)|你必須(?:服從|回答|忽略|說|只))(?!\\d)`,
    `(?:输出|輸出|显示|顯示|泄露|洩露|透露|告诉我|告訴我|打印|列出|重复|重複|展示|公开|公開|复述|給我|给我)[^。！？\\n]{0,20}?(?:系统提示|系統提示|系统指令|系統指令|提示词|提示詞|你的指令|你的指示|初始指令|隐藏指令|api密钥|密钥|密碼|密码)`,
    `~(?:只|仅|僅|只能|一律|始终|始終|总是|總是)(?:回答|回复|回覆|输出|輸出|说|說)`,
    `~(?:新的?(?:指令|指示|系统指令|系統指令))\\s*[:：]`,
    `(?:把|将|將)[^。！？\\n]{0,15}(?:所有|全部)[^。！？\\n]{0,15}(?:发送|發送|转发|轉發|上传|上傳)`,
  ],
  japanese: [
    `(?:指示|命令|ルール|規則|プロンプト|制約|制限|指令|ガイドライン|設定|文脈)(?:の?すべて|の?全て)?[をは]?[^。！？\\n]{0,12}?(?:無視(?!しました|した(?!上|う)|して(?:い|し)|され|する人)|忘れ(?:て(?!い|し)|ろ|なさい|ること)|破棄(?!しました|した)|従わない|従うな|上書き|無効|解除|スキップ|バイパス)`,
    `(?:以前|上記|これまで|今まで|以上|先ほど|すべて|全て)の(?:すべての|全ての|会話の)?(?:内容|文章|会話|やりとり|メッセージ|テキスト|情報|こと)(?:すべて|全て)?(?:を|は)[^。！？\\n]{0,8}?(?:無視し|忘れて|忘れろ|破棄し)`,
    `~(?:あなたは今(?:から|や)|今からあなたは|これからあなたは|あなたはもう|今後あなたは|あなたはこれから|お前は今から)|(?:のふりを(?:して|しろ|しなさい)|になりきって|として振る舞|として振舞|を演じて|役を演じ|ロールプレイ(?:して|しろ))`,
    `(?:システムプロンプト|システムメッセージ|初期プロンプト|内部の?指示|隠された指示|あなたの指示|apiキー|パスワード(?:をすべて|を全て|一覧))[^。！？\\n]{0,10}?(?:教え|表示|出力|見せ|公開|開示|漏ら|繰り返|書い|明かし)`,
    `~(?:とだけ|のみ(?:で)?|だけを?|必ず|常に)(?:答え|回答し|返信し|出力し|言え|言って|返答し)`,
    `~新しい(?:指示|命令|ルール)\\s*[:：は]`,
  ],
  korean: [
    `(?:이전|위의|모든|앞의|지금까지의)[^.!?\\n]{0,15}?(?:지시|명령|규칙|프롬프트|지침)[^.!?\\n]{0,10}?(?:무시|잊어|잊으|따르지)`,
    `~(?:너는 이제|당신은 이제|이제부터 (?:너|당신))|(?:시스템 ?프롬프트|시스템 ?메시지)[^.!?\\n]{0,10}?(?:알려|보여|출력|공개)`,
  ],
  arabic: [
    `(?:تجاهل|انس|اهمل|تخطى)[^.!؟\\n]{0,30}?(?:التعليمات|الاوامر|القواعد|الارشادات|تعليمات|اوامر)`,
    `~(?:انت الان|من الان فصاعدا)|(?:اظهر|اكشف|اطبع|اعرض)[^.!؟\\n]{0,20}?(?:موجه النظام|تعليمات النظام|التعليمات)`,
  ],
  hindi: [`(?:पछल|सभ|उपरकत|पहल)[^।!?\\n]{0,20}?(?:नरदश|आदश|नयम)[^।!?\\n]{0,20}?(?:अनदख|नजरअदज|भल|उपकष)`],
}

/** Written with their accents where that is easier to read; compared without, as the folded text is. */
const plain = (pattern: string): string => pattern.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')

/** Where a verb has one form for "he ignores" and "ignore!", it is an order only where nobody stands before it. */
const LEADS =
  /(?:^|[\s,])(?:y|e|ed|et|und|en|puis|i|ve|bitte|por favor|per favore|s'il te plait|s'il vous plait|alsjeblieft|prosze|lutfen|ahora|jetzt|nun|maintenant|ora|adesso|agora|luego|dann|also|allora|alors|entao|tu|du|vous|usted|voce|debes|devi|deve|dois|devez|musst|sollst|solo|and|please|now|then)\s*$|^\s*$/u

/** Words without which there is no order in the language: one cheap look spares the many. */
const HINTS: Readonly<Record<string, RegExp>> = {
  german:
    /ignorier|vergiss|vergess|missacht|verwirf|verwerf|ubergeh|umgeh|uberschreib|losche|beachte|befolge|ausser|hor auf|anweisung|instruktion|du bist|ab (?:jetzt|sofort|nun)|(?:nun|jetzt) an|so,? als|verhalte|gib dich|spiele? die|stell dir|agiere|rolle|antworte|system-?\s?prompt|deinen? |samtliche|nur|ausschlie|passworter|schlussel/u,
  french:
    /ignore|oubli|neglige|meprise|contourne|outrepasse|annule|efface|respecte|consigne|obeis|suis |suivez|tu es|vous etes|desormais|dorenavant|partir de|comme si|semblant|agis|comporte|role|que tu|que vous|prompt|systeme|(?:tes|vos) |repond|uniquement|seulement|toujours|exactement|nouvelle|envo|transm|mots de passe/u,
  spanish:
    /ignor|olvid|descart|desestim|omit|salta|caso omiso|no (?:siga|obede|respet|haga)|anula|sobrescrib|elude|ahora|adelante|como (?:si|un|el|la|dan)|finge|finja|imagina|simula|papel|\brol\b|prompt|instruccion|contrasena|credencial|solo|solamente|unicamente|siempre|exactamente|ordenes|directric|envia|envie|manda|reenvia/u,
  italian:
    /ignor|dimentic|trascura|scarta|tralascia|annulla|aggira|non (?:segui|rispett|obbed)|\bora\b|adesso|d'ora|finta|fingi|immagina|come (?:se|un|il|dan)|ruolo|prompt|istruzion|password|chiav|credenzial|rispondi|direttiv/u,
  portuguese:
    /ignor|esquec|desconsider|despreze|descarte|anule|contorne|nao (?:sig|obed|resp)|agora|doravante|como (?:se|um|o|a|dan)|finja|imagine|simule|papel|prompt|instruc|senhas|credenciais|apenas|somente|sempre|exatamente|ordens|diretriz/u,
  dutch:
    /negeer|vergeet|omzeil|volg|je bent|jij bent|u bent|vanaf nu|voortaan|alsof|gedraag|systeem|instructies|wachtwoord|antwoord/u,
  polish: /ignoruj|zapomnij|pomin|odrzuc|jestes|udawaj|zachowuj|pokaz|ujawnij/u,
  turkish: /talimat|komut|kural|yonerge|artik sen|sonra sen|simdi sen|sistem/u,
  russian: /[\u0400-\u04ff]/u,
  ukrainian: /[\u0400-\u04ff]/u,
  chinese: /[\u4e00-\u9fff]/u,
  japanese: /[\u3040-\u30ff\u4e00-\u9fff]/u,
  korean: /[\uac00-\ud7af]/u,
  arabic: /[\u0600-\u06ff]/u,
  hindi: /[\u0900-\u097f]/u,
}
const UNFOLDED = ['chinese', 'japanese', 'korean', 'hindi']
const LED = ['german', 'french', 'spanish', 'italian', 'portuguese', 'dutch']

export interface Tongue {
  readonly hint: RegExp
  /** Made with the first text that has the hint: most isolates never meet most languages. */
  readonly patterns: () => readonly { readonly pattern: RegExp; readonly isWeak: boolean }[]
  readonly sources: () => readonly string[]
  /** What has to stand before the verb in its clause, where its form does not tell. */
  readonly leads: RegExp | null
}

export const ELSEWHERE: readonly Tongue[] = Object.entries(SOURCES).map(([language, patterns]) => {
  const sources = () => (UNFOLDED.includes(language) ? patterns : patterns.map(plain))
  return {
    hint: HINTS[language]!,
    sources,
    patterns: lazy(() =>
      sources().map((source) => ({
        pattern: new RegExp(source.replace(/^~/, ''), 'giu'),
        isWeak: source.startsWith('~'),
      })),
    ),
    leads: LED.includes(language) ? LEADS : null,
  }
})
