/** Small libraries of many pages. None of them imports a large one. */
const isLightLibrary = (file: string): boolean =>
  /@mantine\/(hooks|core\/esm\/(core|components\/(Tabs|Group|Stack|Progress|Radio|VisuallyHidden)))\/|@tabler\/icons-react|@tanstack\/react-router\//.test(
    file,
  )
const isLibrary = (file: string): boolean => /node_modules\/|rolldown\/runtime/.test(file)

/** Our parts that many pages use, without the large ones. */
const isCommonPart = (file: string): boolean =>
  /\/packages\/ui\/src\/(?!grid|fields|charts)|\/packages\/app-shell\/src\/(?!security)|\/apps\/myconsent\/src\/|\/apps\/staff\/src\/app\//.test(
    file,
  )

/** Scripts that run before the app stand alone. */
const isFirstScript = (file: string): boolean => /\/src\/(first-calls|after-paint)\.ts$/.test(file)

const showsSignedInTexts = (file: string): boolean => /\/features\//.test(file)

/**
 * Few files per screen: on a phone, a file costs as much time as 5 KB. `base` is what every page starts with of the libraries: it changes
 * only with them, so browsers cache it longest. `start` is the rest that every page starts with; the sign-in page is in it.
 * `common` and `signed-in-common` are small parts of at least `pages` screens or dialogs. The rest is divided by the screens that use it; a
 * small part joins the one that is closest to it. Parts that show texts which pages without a session do not load stay apart from the
 * others: joined, the page of one feature came with the pages of others.
 */
export const buildChunks = (pages: number) => ({
  codeSplitting: {
    groups: [
      { name: 'base', tags: ['$initial' as const], test: isLibrary, priority: 9 },
      { name: 'start', tags: ['$initial' as const], test: (file: string) => !isFirstScript(file), priority: 8 },
      { name: 'common', test: isLightLibrary, minShareCount: pages, priority: 6 },
      { name: 'library', test: isLibrary, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 4000, priority: 5 },
      {
        name: 'common',
        test: (file: string) => isCommonPart(file) && !showsSignedInTexts(file) && !isFirstScript(file),
        minShareCount: pages,
        priority: 4,
      },
      {
        name: 'fields',
        test: /\/packages\/domain\/src\/fields\//,
        minShareCount: 2,
        entriesAware: true,
        entriesAwareMergeThreshold: 4000,
        priority: 3,
      },
      {
        name: 'filters',
        test: /\/packages\/domain\/src\/(expression|filter)\/(?!condition\.ts|predicate\.ts|selection\.ts|field-name\.ts|generalise\.ts)/,
        minShareCount: 8,
        priority: 3,
      },
      {
        name: 'signed-in-common',
        test: (file: string) => isCommonPart(file) && showsSignedInTexts(file),
        minShareCount: 4,
        priority: 2,
      },
      {
        name: 'shared',
        test: (file: string) => !showsSignedInTexts(file) && !isFirstScript(file),
        minShareCount: 2,
        entriesAware: true,
        entriesAwareMergeThreshold: 1500,
        priority: 1,
      },
      {
        name: 'signed-in',
        test: (file: string) => !isFirstScript(file),
        minShareCount: 2,
        entriesAware: true,
        priority: 0,
      },
    ],
  },
  /** The name of a shared part lists its screens after a tilde, which makes a long address. */
  chunkFileNames: ({ name }: { readonly name: string }) => `assets/${name.split('~', 1).join('')}-[hash].js`,
  assetFileNames: ({ names }: { readonly names: readonly string[] }) =>
    `assets/${names[0]?.split(/[~.]/, 1).join('') ?? 'file'}-[hash][extname]`,
})
