#!/bin/sh
# Places an order in an outlet of its own, completes the order as the staff, and waits for the webhook.
# Needs curl 7.76 or later, jq, an emulator, and a webhook receiver that responds with 200.
set -eu

emulator=${EMULATOR_URL:-http://127.0.0.1:4010}
webhook_url=${WEBHOOK_URL:-http://127.0.0.1:8080/webhooks}
outlet_id=

fail() {
  printf 'order.sh: %s\n' "$1" >&2
  exit 1
}

# Sends a request and prints the body of the response: request METHOD URL [OPTIONS OF CURL]
request() {
  method=$1 url=$2
  shift 2
  response=$(curl --silent --show-error --fail-with-body --max-time 30 --request "$method" "$@" "$url") ||
    fail "$method $url failed: ${response:-no response}"
  printf '%s' "$response"
}

# The same with a body in JSON: send METHOD URL BODY [OPTIONS OF CURL]
send() {
  method=$1 url=$2 body=$3
  shift 3
  request "$method" "$url" --header 'content-type: application/json' --data "$body" "$@"
}

# Prints a field of a JSON text: field JSON FILTER
field() {
  printf '%s\n' "$1" | jq --exit-status --raw-output "$2" || fail "No $2 in the response: $1"
}

# An idempotency key is a UUID of version 4.
new_key() {
  od -An -N16 -tx1 /dev/urandom | tr -d ' \n' |
    sed 's/^\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.\{12\}\)$/\1-\2-4\3-8\4-\5/'
}

remove_outlet() {
  if [ -z "$outlet_id" ]; then return; fi
  request DELETE "$emulator/control/v1/outlets/$outlet_id" || true
}
trap remove_outlet EXIT
# Some shells run the EXIT trap only if the script ends by itself.
trap 'exit 1' HUP INT TERM

# 1. Add an outlet, so that other tests can use the emulator at the same time.
outlet=$(send POST "$emulator/control/v1/outlets" '{}')
outlet_id=$(field "$outlet" .outletId)
control=$(field "$outlet" .controlUrl)
api=$(field "$outlet" .baseUrl)/api/v1
key=$(field "$outlet" '.keys[] | select(.useCase == "digital-ordering")')
token=$(field "$key" .token)
echo "Outlet: $outlet_id"

# 2. Set the webhook URL, as the merchant does.
body=$(jq --null-input --arg url "$webhook_url" '{ webhookUrl: $url }')
send PATCH "$control/keys/digital-ordering" "$body"

# 3. Place an order, as your backend does.
order=$(send POST "$api/orders" '{
  "channelId": "channel-foodie",
  "partnerInfo": { "partnerChannel": "foodie", "orderId": "F-1001" },
  "items": [
    { "menuItemId": "item-burger", "quantity": 2, "options": [{ "optionId": "option-cheese", "quantity": 1 }] }
  ]
}' --header "authorization: Bearer $token" --header "idempotency-key: $(new_key)")
order_id=$(field "$order" .id)
echo "Order: $order_id, total $(field "$order" .total)"

# 4. Complete the order, as the staff does.
completed=$(request POST "$control/orders/$order_id/complete")
echo "Status: $(field "$completed" .status)"

# 5. Wait until the receiver has acknowledged the webhook.
delivery=$(request GET "$control/wait-for/delivery?event=order.complete&orderId=$order_id&timeout=10000")
echo "Webhook: $(field "$delivery" '"\(.event) \(.state), \(.outcome)"')"

# 6. Look at the requests with this key.
requests=$(request GET "$control/requests?key=digital-ordering")
echo "Requests: $(field "$requests" 'map("\(.method) \(.path) \(.status)") | join(", ")')"
