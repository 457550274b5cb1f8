import type { TermField } from './vocabulary.facts.ts'

/**
 * Synonyms of each term besides its label, in English and French; case, accents, punctuation and plural are
 * ignored. An ambiguous word is left out, such as `robe` (a dress in Paris, a bathrobe in Boston), or stands
 * for what its meanings have in common, such as `mule`.
 */
export const TERM_WORDS: Record<TermField, Record<string, string>> = {
  department: {
    women: 'woman, womenswear, lady, female, her, femme, dame',
    men: 'man, menswear, gentleman, gentlemen, male, him, his, homme',
    unisex: 'all, everyone, gender neutral, genderless, women men, men women, mixte',
    kids: 'kid, kidswear, child, children, boy, girl, junior, teen, baby, toddler, enfant, fille, garcon, bebe',
  },
  category: {
    clothing:
      'clothes, apparel, ready to wear, rtw, jumpsuit, romper, playsuit, overall, vetement, pret a porter, combinaison',
    'coats-and-jackets':
      'coat, jacket, outerwear, trench, trench coat, overcoat, peacoat, parka, puffer, bomber, raincoat, anorak, windbreaker, cape, poncho, gilet, vest, manteau, manteaux, veste, blouson, doudoune, impermeable, caban',
    'blazers-and-suits':
      'blazer, suit, tailoring, tuxedo, waistcoat, suit jacket, sport coat, tailleur',
    dresses:
      'dress, gown, sundress, kaftan, caftan, robe longue, robe courte, robe midi, robe de soiree, robe de cocktail',
    knitwear:
      'knit, sweater, jumper, cardigan, pullover, turtleneck, roll neck, crew neck, twinset, sweater vest, pull, tricot, maille',
    'tops-and-shirts':
      'top, shirt, t shirt, tshirt, tee, blouse, polo, polo shirt, tank top, camisole, tunic, bodysuit, sweatshirt, hoodie, shirt blouse, chemise, chemisier, debardeur',
    denim: 'jeans',
    trousers:
      'pants, chinos, slacks, shorts, jogger, leggings, culottes, sweatpants, pantalon, bermuda',
    skirts: 'skirt, miniskirt, jupe',
    'swim-and-lingerie':
      'swimwear, swimsuit, bathing suit, bikini, bikini top, lingerie, underwear, bra, bralette, hosiery, tights, nightgown, nightdress, sleepwear, pyjama, pajama, maillot de bain, sous vetement, soutien gorge, nuisette, collant',
    shoes: 'shoe, footwear, mule, clog, mary jane, chaussure, soulier',
    boots: 'boot, ankle boot, bootie, chelsea boot, bottine, botte',
    sneakers: 'sneaker, trainer, runner, high top, low top, running shoe, tennis shoe',
    heels: 'heel, pump, stiletto, slingback, court shoe, wedge, escarpin, talon, chaussure a talon',
    'flats-and-loafers':
      'flat, loafer, moccasin, ballet flat, ballerina, oxford, derby, brogue, monk strap, espadrille, slipper, mocassin, ballerine',
    sandals: 'sandal, slide, flip flop, sandale',
    bags: 'bag, handbag, purse, satchel, top handle bag, weekender, duffle, duffel, holdall, briefcase, sac, sac a main, sac de voyage',
    'shoulder-bags':
      'shoulder bag, hobo, hobo bag, mini bucket, baguette bag, flap bag, bucket bag, sac porte epaule, sac seau',
    'crossbody-bags':
      'crossbody, cross body bag, camera bag, messenger bag, saddle bag, belt bag, fanny pack, bum bag, sac bandouliere, sac banane',
    totes: 'tote, tote bag, shopper, shopping bag, carryall, market basket, cabas, panier',
    clutches: 'clutch, clutch bag, evening bag, envelope, minaudiere, pouch, wristlet, pochette',
    backpacks: 'backpack, rucksack, sac a dos',
    accessories:
      'accessory, accessoire, tie, bow tie, necktie, umbrella, hair accessory, sock, cravate, parapluie',
    belts: 'belt, ceinture',
    scarves:
      'scarf, scarves, shawl, stole, snood, bandana, pashmina, wrap, neckerchief, silk square, foulard, echarpe',
    eyewear: 'sunglasses, glasses, spectacles, frame, lunettes, lunettes de soleil',
    watches: 'watch, timepiece, chronograph, montre',
    jewellery:
      'jewelry, jewel, earring, necklace, bracelet, ring, hoop, brooch, pendant, bangle, cufflink, choker, anklet, bijou, bijoux, collier, bague, boucle d’oreille, boucle d oreille',
    'hats-and-gloves':
      'hat, bucket hat, cap, beanie, beret, fedora, headwear, glove, mitten, chapeau, chapeaux, casquette, bonnet, gant',
    'small-leather-goods':
      'small leather good, slg, wallet, card holder, cardholder, card case, coin purse, key ring, keyring, keychain, key holder, passport holder, portefeuille, porte cartes, porte monnaie, petite maroquinerie',
  },
  colour: {
    black: 'noir, noire, jet, onyx, ebony, jet black, ink',
    white:
      'blanc, blanche, ivory, ivoire, cream, creme, off white, optic white, chalk, alabaster, milk, pearl',
    grey: 'gray, gris, grise, charcoal, anthracite, slate, graphite, ash, pewter, gunmetal',
    beige:
      'sand, nude, oatmeal, ecru, bone, stone, taupe, natural, straw, champagne, greige, flax, biscuit, desert',
    brown:
      'brun, brune, marron, chocolate, cognac, tan, camel, chestnut, mocha, espresso, tobacco, caramel, walnut, hazel, mahogany, tortoiseshell, bronze, saddle brown, toffee, havana, honey, cuoio, cammello',
    red: 'rouge, burgundy, bordeaux, oxblood, crimson, scarlet, wine, cherry, ruby, garnet, maroon, claret, brick',
    pink: 'rose, blush, fuchsia, magenta, salmon, raspberry, powder pink, rose poudre, petal',
    orange: 'rust, coral, apricot, peach, terracotta, tangerine, clay, rouille, corail, paprika',
    yellow: 'jaune, mustard, lemon, ochre, saffron, citron, moutarde',
    green:
      'vert, verte, olive, emerald, moss, forest, sage, mint, pistachio, jade, fern, loden, pine',
    blue: 'bleu, bleue, navy, marine, cobalt, indigo, azure, midnight, sapphire, turquoise, ciel, slate blue, denim blue',
    purple:
      'violet, violette, lilac, lavender, plum, aubergine, mauve, grape, amethyst, lilas, prune',
    gold: 'golden, dore, doree, brass, rose gold, yellow gold, gold tone',
    silver: 'argent, argente, argentee, chrome, steel, platinum, white gold, silver tone',
  },
}
