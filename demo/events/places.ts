type Place = { name: string; address: string; latitude: number; longitude: number };

const at = (name: string, address: string, latitude: number, longitude: number): Place => ({
  name,
  address,
  latitude,
  longitude,
});

export const PLACES = {
  liberationSquare: at('Liberation Square', 'Liberation Square, St Helier', 49.1836, -2.1113),
  royalSquare: at('Royal Square', 'Royal Square, St Helier', 49.1842, -2.1062),
  fortRegent: at('Fort Regent', 'Fort Regent, St Helier', 49.1818, -2.1053),
  centralMarket: at('Central Market', 'Halkett Place, St Helier', 49.1857, -2.105),
  operaHouse: at('Jersey Opera House', 'Gloucester Street, St Helier', 49.1852, -2.1103),
  library: at('Jersey Library', 'Halkett Place, St Helier', 49.1864, -2.1051),
  peoplesPark: at('People’s Park', 'Westmount Road, St Helier', 49.1873, -2.1186),
  howardDavisPark: at('Howard Davis Park', 'Don Road, St Saviour', 49.1802, -2.0972),
  lido: at('Havre des Pas Lido', 'Havre des Pas, St Helier', 49.1765, -2.0985),
  elizabethCastle: at('Elizabeth Castle', 'St Aubin’s Bay, St Helier', 49.1745, -2.126),
  harbour: at('St Helier Marina', 'New North Quay, St Helier', 49.1808, -2.1136),
  stAubin: at('St Aubin’s Harbour', 'The Bulwarks, St Aubin', 49.1871, -2.1697),
  quennevais: at('Les Quennevais Playing Fields', 'Les Quennevais, St Brelade', 49.1889, -2.1965),
  stBrelade: at('St Brelade’s Bay', 'La Route de la Baie, St Brelade', 49.1843, -2.1995),
  ouaisne: at('Ouaisné', 'Ouaisné Bay, St Brelade', 49.1786, -2.1868),
  noirmont: at('Noirmont Point', 'La Route de Noirmont, St Brelade', 49.1663, -2.1683),
  corbiere: at('La Corbière Lighthouse', 'La Corbière, St Brelade', 49.1799, -2.2507),
  stOuen: at('St Ouen’s Bay', 'La Grande Route des Mielles, St Ouen', 49.2142, -2.2236),
  plemont: at('Plémont', 'La Route de Plémont, St Ouen', 49.2585, -2.2271),
  greveDeLecq: at('Grève de Lecq', 'Le Mont de Ste Marie, St Ouen', 49.2478, -2.2021),
  devilsHole: at('Devil’s Hole', 'La Route du Nord, St Mary', 49.2535, -2.1527),
  hamptonne: at('Hamptonne', 'La Rue de la Patente, St Lawrence', 49.222, -2.1392),
  bonneNuit: at('Bonne Nuit Bay', 'Les Charrières de Bonne Nuit, St John', 49.2519, -2.1178),
  showground: at('Royal Jersey Showground', 'La Route de la Trinité, Trinity', 49.2309, -2.0927),
  bouleyBay: at('Bouley Bay', 'Les Charrières du Boulay, Trinity', 49.2408, -2.0788),
  rozel: at('Rozel Harbour', 'La Brecque du Nord, St Martin', 49.2388, -2.0428),
  gorey: at('Gorey Pier', 'Gorey Pier, St Martin', 49.1986, -2.0212),
  montOrgueil: at('Mont Orgueil Castle', 'Castle Green, Gorey, St Martin', 49.1992, -2.0193),
  hougueBie: at('La Hougue Bie', 'La Route de la Hougue Bie, Grouville', 49.2003, -2.0638),
  samares: at('Samarès Manor', 'La Grande Route de St Clément, St Clement', 49.1742, -2.0741),
  greenIsland: at('Green Island', 'La Rue de Samarès, St Clement', 49.1643, -2.0768),
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof PLACES;
