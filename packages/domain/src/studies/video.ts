/** The sites whose player a patient may open, with the address that plays a video. The content policy of the patients' site allows no other. */
export const videoPlayers = {
  YouTube: { origin: 'https://www.youtube-nocookie.com', path: '/embed/' },
  Vimeo: { origin: 'https://player.vimeo.com', path: '/video/' },
} as const
export type VideoSite = keyof typeof videoPlayers

/** A video on one of these sites. `player` is the address of its player. */
export type Video = { readonly site: VideoSite; readonly player: string }

const youTubeHosts = new Set(['www.youtube.com', 'youtube.com', 'm.youtube.com', 'www.youtube-nocookie.com'])
const vimeoHosts = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'])

const findYouTubeId = ({ hostname, pathname, searchParams }: URL): string | undefined => {
  if (hostname === 'youtu.be') return pathname.slice(1)
  if (!youTubeHosts.has(hostname)) return undefined
  return pathname === '/watch' ? (searchParams.get('v') ?? undefined) : /^\/(?:embed|shorts|live)\/([^/]+)$/.exec(pathname)?.[1]
}

const findVimeoId = ({ hostname, pathname }: URL): string | undefined =>
  vimeoHosts.has(hostname) ? /^\/(?:video\/)?(\d+)$/.exec(pathname)?.[1] : undefined

const build = (site: VideoSite, id: string): Video => ({ site, player: `${videoPlayers[site].origin}${videoPlayers[site].path}${id}` })

/** Returns the address of a video, or undefined if it is no https address or has a user name (THREAT-29). */
export const parseVideoAddress = (address: string): URL | undefined => {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : undefined
}

/**
 * Returns the video of an address, or undefined if its site is not one of those above. Nothing of the address but the video's id gets into
 * the player's address (THREAT-29).
 */
export const findVideo = (address: string): Video | undefined => {
  const url = parseVideoAddress(address)
  if (url?.port !== '') return undefined
  const youTube = findYouTubeId(url)
  if (youTube !== undefined && /^[\w-]{6,20}$/.test(youTube)) return build('YouTube', youTube)
  const vimeo = findVimeoId(url)
  return vimeo === undefined || vimeo.length > 12 ? undefined : build('Vimeo', vimeo)
}
