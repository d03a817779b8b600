export const exportHelp = `Usage: outlet-open-api export <what> --from <time> --out <file> [options]

What:
  orders                one row for each order
  payments              one row for each payment of an order
  goods-receipt-lines   one row for each line of a goods receipt

Options:
  --from <time>       start of the range, such as 2026-01-01T00:00:00Z
  --to <time>         its end; now, where it is left out
  --out <file>        the file to write; it has that name once it is whole
  --format <format>   csv or ndjson; by the ending of the file, where it is left out
  --status <status>   complete or cancelled; of goods receipts a list of draft, completed, cancelled and
                      partiallyReceived, completed where it is left out
  --bom               begins CSV with a byte order mark, by which Excel tells UTF-8
  --base-url <url>    address of the service; the environment variable OUTLET_BASE_URL, where it is left out
  --force             replaces the file if it is there
  --restart           begins anew, where an earlier run was not finished
  --quiet             shows no progress
  -h, --help          shows this help

The key is read from the environment variable OUTLET_ACCESS_TOKEN. A run that was ended goes on with the same command.
Exit codes: 0 done, 1 failed, 2 the arguments are wrong, 130 and 143 interrupted.
`;
