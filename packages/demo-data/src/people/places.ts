import type { Random, Weighted } from '../random.ts'
import type { Origin } from './names.ts'

/** An Italian town. `cadastral` is its Belfiore code, which a codice fiscale contains. */
type Town = { readonly name: string; readonly zip: string; readonly cadastral: string }

type TownRow = readonly [name: string, zip: string, cadastral: string]
const toTown = ([name, zip, cadastral]: TownRow): Town => ({ name, zip, cadastral })
const buildTowns = (first: TownRow, ...others: readonly TownRow[]): readonly [Town, ...Town[]] => [toTown(first), ...others.map(toTown)]

/** Towns by region (svc_region). `sampleTown` prefers the first of each list. */
const townsByRegion = {
  R01: buildTowns(
    ['Torino', '10126', 'L219'],
    ['Alessandria', '15121', 'A182'],
    ['Asti', '14100', 'A479'],
    ['Cuneo', '12100', 'D205'],
    ['Novara', '28100', 'F952'],
  ),
  R03: buildTowns(
    ['Milano', '20122', 'F205'],
    ['Monza', '20900', 'F704'],
    ['Brescia', '25121', 'B157'],
    ['Bergamo', '24121', 'A794'],
    ['Varese', '21100', 'L682'],
    ['Pavia', '27100', 'G388'],
  ),
  R05: buildTowns(['Rovigo', '45100', 'H620'], ['Verona', '37121', 'L781'], ['Padova', '35121', 'G224'], ['Venezia', '30121', 'L736']),
  R07: buildTowns(['Genova', '16121', 'D969']),
  R08: buildTowns(
    ['Ferrara', '44121', 'D548'],
    ['Cento', '44042', 'C469'],
    ['Comacchio', '44022', 'C912'],
    ['Bologna', '40121', 'A944'],
    ['Modena', '41121', 'F257'],
    ['Ravenna', '48121', 'H199'],
  ),
  R12: buildTowns(
    ['Roma', '00184', 'H501'],
    ['Latina', '04100', 'E472'],
    ['Frosinone', '03100', 'D810'],
    ['Viterbo', '01100', 'M082'],
    ['Civitavecchia', '00053', 'C773'],
    ['Anzio', '00042', 'A323'],
  ),
  R15: buildTowns(['Napoli', '80121', 'F839'], ['Salerno', '84121', 'H703'], ['Caserta', '81100', 'B963']),
  R16: buildTowns(
    ['Bari', '70121', 'A662'],
    ['Brindisi', '72100', 'B180'],
    ['Lecce', '73100', 'E506'],
    ['Taranto', '74121', 'L049'],
    ['Foggia', '71121', 'D643'],
  ),
  R18: buildTowns(['Reggio di Calabria', '89121', 'H224'], ['Cosenza', '87100', 'D086'], ['Catanzaro', '88100', 'C352']),
  R19: buildTowns(
    ['Palermo', '90133', 'G273'],
    ['Trapani', '91100', 'L331'],
    ['Agrigento', '92100', 'A089'],
    ['Catania', '95121', 'C351'],
    ['Caltanissetta', '93100', 'B429'],
    ['Enna', '94100', 'C342'],
  ),
  R20: buildTowns(
    ['Cagliari', '09124', 'B354'],
    ["Quartu Sant'Elena", '09045', 'H118'],
    ['Carbonia', '09013', 'B745'],
    ['Iglesias', '09016', 'E281'],
    ['Oristano', '09170', 'G113'],
    ['Sassari', '07100', 'I452'],
  ),
} as const satisfies Readonly<Record<string, readonly Town[]>>

type Region = keyof typeof townsByRegion

const local = 0.62
const birthRegions: Readonly<Record<string, readonly Weighted<Region>[]>> = {
  R12: [
    ['R12', local],
    ['R15', 0.12],
    ['R16', 0.06],
    ['R18', 0.08],
    ['R19', 0.06],
    ['R20', 0.06],
  ],
  R03: [
    ['R03', 0.5],
    ['R19', 0.16],
    ['R16', 0.12],
    ['R18', 0.1],
    ['R15', 0.08],
    ['R20', 0.04],
  ],
  R20: [
    ['R20', 0.97],
    ['R12', 0.03],
  ],
  R19: [
    ['R19', 0.97],
    ['R18', 0.03],
  ],
  R01: [
    ['R01', 0.5],
    ['R20', 0.14],
    ['R19', 0.14],
    ['R16', 0.12],
    ['R18', 0.1],
  ],
  R08: [
    ['R08', local],
    ['R05', 0.24],
    ['R19', 0.06],
    ['R16', 0.08],
  ],
}
const homeRegions: Readonly<Record<string, readonly Weighted<Region>[]>> = {
  R12: [
    ['R12', 0.94],
    ['R15', 0.06],
  ],
  R03: [
    ['R03', 0.93],
    ['R01', 0.04],
    ['R08', 0.03],
  ],
  R20: [['R20', 1]],
  R19: [
    ['R19', 0.98],
    ['R18', 0.02],
  ],
  R01: [
    ['R01', 0.95],
    ['R07', 0.05],
  ],
  R08: [
    ['R08', 0.8],
    ['R05', 0.2],
  ],
}

const sampleRegion = (random: Random, table: Readonly<Record<string, readonly Weighted<Region>[]>>, centreRegion: string): Region => {
  const choices = table[centreRegion]
  if (!choices) throw new Error(`No buildTowns around region ${centreRegion}`)
  return random.weighted(choices)
}
export const sampleBirthRegion = (random: Random, centreRegion: string): Region => sampleRegion(random, birthRegions, centreRegion)
export const sampleHomeRegion = (random: Random, centreRegion: string): Region => sampleRegion(random, homeRegions, centreRegion)

export const sampleTown = (random: Random, region: Region): Town => {
  const [first, ...others] = townsByRegion[region]
  return others.length === 0 || random.chance(0.55) ? first : random.pick(others)
}

/** A country of birth with its code in the codice fiscale. */
type Country = { readonly nation: string; readonly cadastral: string }

export const countriesByOrigin: Readonly<Record<Exclude<Origin, 'italian'>, readonly Weighted<Country>[]>> = {
  westAfrican: [
    [{ nation: 'NG', cadastral: 'Z335' }, 40],
    [{ nation: 'GH', cadastral: 'Z318' }, 22],
    [{ nation: 'SN', cadastral: 'Z343' }, 20],
    [{ nation: 'CI', cadastral: 'Z313' }, 10],
    [{ nation: 'BF', cadastral: 'Z354' }, 8],
  ],
  northAfrican: [
    [{ nation: 'MA', cadastral: 'Z330' }, 55],
    [{ nation: 'TN', cadastral: 'Z352' }, 25],
    [{ nation: 'EG', cadastral: 'Z336' }, 20],
  ],
  balkan: [
    [{ nation: 'AL', cadastral: 'Z100' }, 65],
    [{ nation: 'RO', cadastral: 'Z129' }, 35],
  ],
  southAsian: [
    [{ nation: 'BD', cadastral: 'Z249' }, 35],
    [{ nation: 'PK', cadastral: 'Z236' }, 35],
    [{ nation: 'IN', cadastral: 'Z222' }, 20],
    [{ nation: 'LK', cadastral: 'Z209' }, 10],
  ],
  eastAsian: [
    [{ nation: 'CN', cadastral: 'Z210' }, 60],
    [{ nation: 'PH', cadastral: 'Z216' }, 40],
  ],
  latinAmerican: [
    [{ nation: 'BR', cadastral: 'Z602' }, 60],
    [{ nation: 'DO', cadastral: 'Z505' }, 40],
  ],
}

export const streets = [
  'Via Roma',
  'Via Garibaldi',
  'Via Mazzini',
  'Corso Italia',
  'Via Dante',
  'Via Cavour',
  'Via Verdi',
  'Piazza della Repubblica',
  'Via Marconi',
  'Via Gramsci',
  'Viale Europa',
  'Via Leopardi',
  'Via dei Mille',
  'Via San Francesco',
  'Via Matteotti',
  'Via Manzoni',
  'Via Trieste',
  'Via delle Rose',
] as const
