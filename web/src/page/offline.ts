// The service worker: after the first visit the page works without the network. Its own files belong together and come from the
// store of their version; the engine comes from the store at once and is renewed behind.

declare const VERSION: string;
declare const FILES: string[];

const worker = self as unknown as ServiceWorkerGlobalScope;
const PAGE = `rulebook-page-${VERSION}`;
const ENGINE = "rulebook-engine";
/** Comes when the page is there: nobody waits for it at the first visit. */
const LATER = "help.json";

worker.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const page = await caches.open(PAGE);
    await page.addAll(["./", ...FILES.filter((file) => file !== LATER)].map((file) => new Request(file, { cache: "reload" })));
    const engine = await caches.open(ENGINE);
    await engine.add(new Request("engine.wasm", { cache: "reload" }));
    await worker.skipWaiting();
  })());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("rulebook-page-") && name !== PAGE) await caches.delete(name);
    await worker.clients.claim();
    await (await caches.open(PAGE)).add(LATER).catch(() => {});
  })());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const scope = new URL(worker.registration.scope);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const name = url.pathname.slice(scope.pathname.length) || "./";
  if (name === "engine.wasm") event.respondWith(renewed(event));
  else if (name === "./" || FILES.includes(name)) event.respondWith(kept(name, request));
});

async function kept(name: string, request: Request): Promise<Response> {
  const page = await caches.open(PAGE);
  const found = await page.match(name);
  if (found) return found;
  const response = await fetch(request);
  if (name === LATER && response.ok) await page.put(name, response.clone());
  return response;
}

async function renewed(event: FetchEvent): Promise<Response> {
  const engine = await caches.open(ENGINE);
  const renewal = fetch(event.request).then(async (response) => {
    if (response.ok) await engine.put("engine.wasm", response.clone());
    return response;
  });
  const found = await engine.match("engine.wasm");
  if (!found) return renewal;
  event.waitUntil(renewal.catch(() => {}));
  return found;
}
