/** Browser and system by their usual names, or null if unknown. */
export type Device = { readonly browser: string | null; readonly system: string | null }

type NamedPattern = readonly [name: string, mark: RegExp]

/** The order matters: most browsers also name others for compatibility. */
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

/** Reads browser and system from a `User-Agent`, so that people recognise their devices. Versions are omitted because browsers freeze them. */
export const parseDevice = (userAgent: string): Device => ({ browser: findName(browsers, userAgent), system: findName(systems, userAgent) })
