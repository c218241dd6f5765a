// During an upgrade the next server can have the files of another release. The page is then without its first file (FAULT-24).
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLElement && !document.querySelector('#root > *')) setTimeout(() => location.reload(), 3000)
  },
  { capture: true },
)
