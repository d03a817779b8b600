using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    ( name = "receiver", worker = .receiver ),
    ( name = "internet", network = ( allow = ["public", "private"], tlsOptions = ( trustBrowserCas = true ) ) ),
  ],
  sockets = [( name = "http", address = "*:3000", http = (), service = "receiver" )],
);

const receiver :Workerd.Worker = (
  modules = [( name = "worker", esModule = embed "dist/worker.js" )],
  compatibilityDate = "2026-10-01",
  bindings = [
    ( name = "WEBHOOK_SECRET", fromEnvironment = "WEBHOOK_SECRET" ),
    ( name = "WEBHOOK_SENDERS", fromEnvironment = "WEBHOOK_SENDERS" ),
    ( name = "QUEUE_URL", fromEnvironment = "QUEUE_URL" ),
  ],
);
