import type { Face } from '#demo/pictures/avatar.ts';

/** `friend`: of the main person; `asks`: waits for her answer; `asked`: she waits for theirs; `stranger`: in Discover. */
export type Tie = 'friend' | 'asks' | 'asked' | 'stranger';

export type DemoPerson = {
  /** What stands before the @ of the address. */
  key: string;
  name: string;
  tie: Tie;
  /** None: no picture. */
  face: Face | null;
};

export const MAIN_KEY = 'marie';
export const EMAIL_DOMAIN = 'jersey.example';
export const DEMO_PASSWORD = 'gorse-and-granite';

type Line = readonly [
  key: string,
  name: string,
  tie: Tie,
  hair?: Face['hair'],
  detail?: 'beard' | 'glasses' | 'both',
];

const LINES: readonly Line[] = [
  [MAIN_KEY, 'Marie Le Brocq', 'friend', 'waves'],
  ['tome', 'Tomé Figueira', 'friend', 'short', 'beard'],
  ['aoife', 'Aoife Ní Bhriain', 'friend', 'curls'],
  ['philippe', 'Philippe de Gruchy', 'friend', 'grey', 'glasses'],
  ['zofia', 'Zofia Wiśniewska', 'friend', 'bob', 'glasses'],
  ['yousef', 'يوسف المنصوري', 'friend', 'crop', 'beard'],
  ['beatriz', 'Beatriz Nóbrega', 'friend', 'long'],
  ['hugo', 'Hugo Renouf', 'friend', 'cap'],
  ['wanjiru', 'Wanjiru Kamau', 'friend', 'bun'],
  ['callum', 'Callum Vautier', 'friend', 'short'],
  ['layla', 'ليلى حدّاد', 'friend', 'scarf'],
  ['joao', 'João Faria', 'friend', 'crop'],
  ['eloise', 'Eloise Le Sueur', 'friend', 'bob'],
  ['krzysztof', 'Krzysztof Wójcik', 'friend', 'bald', 'beard'],
  ['priya', 'Priya Raghunathan', 'friend', 'long', 'glasses'],
  ['sam', 'Sam Le Feuvre', 'friend', 'curls', 'glasses'],
  ['ines', 'Inês Gouveia', 'friend', 'waves'],
  ['edward', 'Edward Pallot', 'friend', 'grey', 'both'],
  ['maximiliana', 'Maximiliana Featherstonehaugh-Cholmondeley de Ste Croix', 'friend', 'bun', 'glasses'],
  ['rui', 'Rui Câmara', 'friend', 'cap', 'beard'],
  ['gwen', 'Gwen Blampied', 'friend', 'bob'],
  ['duarte', 'Duarte Spínola', 'friend'],
  ['noah', 'Noah Querée', 'friend', 'short', 'glasses'],
  ['catarina', 'Catarina Freitas Abreu', 'friend', 'long'],

  ['lukasz', 'Łukasz Jabłoński', 'asks', 'short', 'beard'],
  ['ottilie', 'Ottilie Mourant', 'asks', 'curls'],
  ['stefan', 'Ștefan Ionescu', 'asks', 'crop'],
  ['amelia', 'Amelia Hacquoil', 'asks', 'waves', 'glasses'],

  ['malgorzata', 'Małgorzata Szczepańska', 'asked', 'bob'],
  ['kofi', 'Kofi Asante-Boateng', 'asked', 'bald', 'glasses'],
  ['rosalind', 'Rosalind Carré', 'asked', 'grey'],

  ['nobody', '', 'stranger'],
  ['bo', 'Bo', 'stranger', 'cap'],
  ['meiling', '林美玲', 'stranger', 'long'],
  ['oksana', 'Оксана Шевченко', 'stranger', 'bun'],
  ['diogo', 'Diogo Mendonça', 'stranger', 'short'],
  ['harriet', 'Harriet Le Marquand', 'stranger', 'waves'],
  ['jean', 'Jean-Baptiste Le Quesne', 'stranger', 'bald', 'both'],
  ['fatima', 'فاطمة الزهراء بنعلي', 'stranger', 'scarf', 'glasses'],
  ['oliver', 'Oliver Bisson', 'stranger', 'crop'],
  ['ana', 'Ana Teresa Vieira', 'stranger', 'long'],
  ['piotr', 'Piotr Zieliński', 'stranger', 'grey', 'beard'],
  ['niamh', 'Niamh O’Sullivan', 'stranger', 'curls'],
  ['theo', 'Theo Le Cornu', 'stranger'],
  ['sofia', 'Sofia Andrade', 'stranger', 'bob', 'glasses'],
  ['george', 'George Syvret', 'stranger', 'cap', 'beard'],
  ['ngozi', 'Ngozi Okonkwo', 'stranger', 'bun'],
  ['lucas', 'Lucas Perchard', 'stranger', 'short', 'glasses'],
  ['marta', 'Marta Kaczmarek', 'stranger', 'waves'],
  ['ravi', 'Ravi Subramaniam', 'stranger', 'short', 'beard'],
  ['isla', 'Isla Le Rossignol', 'stranger', 'long'],
  ['fabio', 'Fábio Drumond', 'stranger', 'bald'],
  ['emilia', 'Emilia Nowak', 'stranger'],
  ['arthur', 'Arthur Cabot', 'stranger', 'grey', 'glasses'],
  ['carla', 'Carla Pestana', 'stranger', 'curls', 'glasses'],
  ['henrik', 'Henrik Sjöström-Lindqvist', 'stranger', 'short'],
  ['yasmin', 'Yasmin Rahman', 'stranger', 'scarf'],
  ['violet', 'Violet de la Haye', 'stranger', 'bob'],
  ['marco', 'Marco Ferreira', 'stranger', 'crop', 'glasses'],
  ['saoirse', 'Saoirse Gallagher', 'stranger', 'waves'],
];

export const PEOPLE: readonly DemoPerson[] = LINES.map(([key, name, tie, hair, detail]) => ({
  key,
  name,
  tie,
  face:
    hair === undefined
      ? null
      : {
          hair,
          beard: detail === 'beard' || detail === 'both',
          glasses: detail === 'glasses' || detail === 'both',
        },
}));
