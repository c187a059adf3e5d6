// Runs in the head of a page that starts the client: without its scripts, the page says so and
// offers a reload.
;(() => {
  const show = () => {
    const template = document.getElementById('failed-start')
    const root = document.getElementById('root')
    const { dataset } = document.documentElement
    // The landing page is complete without scripts, unless the client was to replace it.
    if (!template || (root.hasChildNodes() && !('hideLanding' in dataset))) return
    root.replaceChildren(template.content.cloneNode(true))
    document.querySelector('.failed-start button').onclick = () => location.reload()
    delete dataset.hideLanding
  }
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && show(), true)
  // The landing page's script sends it.
  addEventListener('failed-start', show)
})()
