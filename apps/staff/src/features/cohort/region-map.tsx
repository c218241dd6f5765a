import { regions, regionTiles, type Region } from '@registry/domain/cohort/groups'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { hiddenFill, HiddenPattern, hiddenText } from '../../charts/hidden-group.tsx'
import classes from './cohort.module.css'

/** The names on the tiles, as on number plates of regions in official tables. */
const shortNames = {
  R02: 'VdA',
  R04BZ: 'BZ',
  R01: 'Pie',
  R03: 'Lom',
  R04TN: 'TN',
  R05: 'Ven',
  R06: 'FVG',
  R07: 'Lig',
  R08: 'EmR',
  R11: 'Mar',
  R09: 'Tos',
  R10: 'Umb',
  R13: 'Abr',
  R12: 'Laz',
  R14: 'Mol',
  R16: 'Pug',
  R15: 'Cam',
  R17: 'Bas',
  R20: 'Sar',
  R18: 'Cal',
  R19: 'Sic',
} as const satisfies Record<Region, string>

const size = 58
export const mapSizes = { width: 6 * size, height: 8 * size } as const

type Props = {
  readonly title: string
  readonly find: (region: Region) => {
    readonly name: string
    readonly patients: number | null
    readonly onChoose?: (() => void) | undefined
  }
}

/** Italy as tiles of equal size, one for each region and autonomous province. Darker tiles have more patients. */
export const RegionMap = ({ title, find }: Props) => {
  const { language } = useLanguage()
  const most = Math.max(1, ...regions.map((region) => find(region).patients ?? 0))
  return (
    <svg
      viewBox={`0 0 ${mapSizes.width} ${mapSizes.height}`}
      width={mapSizes.width}
      height={mapSizes.height}
      role="img"
      aria-label={title}
      className={classes.map}
    >
      <HiddenPattern />
      {regions.map((region) => {
        const [column, row] = regionTiles[region]
        const { name, patients, onChoose } = find(region)
        const step = patients === null || patients === 0 ? undefined : Math.min(9, Math.floor((10 * patients) / (most + 1)))
        const shown = patients === null ? hiddenText : showNumber(patients, language)
        return (
          <g
            key={region}
            transform={`translate(${column * size} ${row * size})`}
            className={onChoose ? classes.chosen : undefined}
            onClick={onChoose}
          >
            <rect
              width={size - 3}
              height={size - 3}
              rx={6}
              className={classes.heatCell}
              data-step={step}
              style={patients === null ? { fill: hiddenFill } : undefined}
            >
              <title>{`${name}: ${shown}`}</title>
            </rect>
            <text x={(size - 3) / 2} y={23} textAnchor="middle" className={classes.tileName} data-step={step}>
              {shortNames[region]}
            </text>
            <text x={(size - 3) / 2} y={43} textAnchor="middle" className={classes.heatText} data-step={step}>
              {shown}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
