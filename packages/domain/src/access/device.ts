/** What a browser says of itself, in the names that people know; null where it says nothing that is known. */
export type Device = { readonly browser: string | null; readonly system: string | null }

type NamedPattern = readonly [name: string, mark: RegExp]

/** In this order: nearly every browser also names those that it wants to be taken for. */
const browsers: readonly NamedPattern[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['DuckDuckGo', /\b(Ddg|DuckDuckGo)\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
  ['Internet Explorer', /\b(MSIE |Trident\/)/],
]

const systems: readonly NamedPattern[] = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

const findName = (marks: readonly NamedPattern[], text: string): string | null => marks.find(([, mark]) => mark.test(text))?.[0] ?? null

/** Browser and system of a `User-Agent`: enough to know one's own devices again. Versions are left out, browsers do not tell them truly. */
export const parseDevice = (userAgent: string): Device => ({ browser: findName(browsers, userAgent), system: findName(systems, userAgent) })
