// Sends a command and waits for its result. Exit code: 0 success, 1 failure or error, 2 no result in time.
// Install: Go 1.19 or later, no modules.
// Set with the setup block: ANEDYA_API_URL, ANEDYA_API_KEY, ANEDYA_NODE_ID.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

var (
	timeout      = 60 * time.Second
	firstPause   = time.Second
	longestPause = 8 * time.Second
)

// A temporaryError is one after which another attempt may succeed, after a pause.
type temporaryError struct {
	text       string
	retryAfter time.Duration
}

func (e temporaryError) Error() string { return e.text }

// Response has the fields of responses that this program reads.
type Response struct {
	Success    bool   `json:"success"`
	Error      string `json:"error"`
	ReasonCode string `json:"reasonCode"`
	CommandID  string `json:"commandId"`
	Status     string `json:"status"`
	AckData    string `json:"ackdata"`
	Expired    bool   `json:"expired"`
}

// call posts a JSON body to the platform API and returns the response.
func call(path string, payload any) (result Response, err error) {
	body, err := json.Marshal(payload)
	if err != nil {
		return result, err
	}
	request, err := http.NewRequest(http.MethodPost, required("ANEDYA_API_URL")+path, bytes.NewReader(body))
	if err != nil {
		return result, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	request.Header.Set("Authorization", "Bearer "+required("ANEDYA_API_KEY"))
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return result, temporaryError{text: fmt.Sprintf("%s: %v", path, err)}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return result, temporaryError{text: fmt.Sprintf("%s: %v", path, err)}
	}
	switch code := response.StatusCode; {
	case code == http.StatusTooManyRequests || code >= 500:
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		return result, temporaryError{fmt.Sprintf("%s: HTTP %d: %s", path, code, text), time.Duration(seconds) * time.Second}
	case code != http.StatusOK:
		return result, fmt.Errorf("%s: HTTP %d: %s", path, code, text)
	}
	if err := json.Unmarshal(text, &result); err != nil {
		return result, temporaryError{text: fmt.Sprintf("%s: %v", path, err)}
	}
	if !result.Success {
		return result, fmt.Errorf("%s: %s %s", path, result.ReasonCode, result.Error)
	}
	return result, nil
}

// region wait

// send sends a command that expires at the deadline, and returns its id.
func send(node, command, data string) (string, error) {
	expiry := time.Now().Add(timeout).Unix() * 1000
	body := map[string]any{"nodeid": node, "command": command, "data": data, "type": "string", "expiry": expiry}
	response, err := call("/commands/send", body)
	return response.CommandID, err
}

// wait returns the details of a command when it is final or expired, or false at the deadline.
func wait(commandID string) (Response, bool, error) {
	end := time.Now().Add(timeout)
	status := ""
	for pause := firstPause; ; pause *= 2 {
		if pause > longestPause {
			pause = longestPause
		}
		details, err := call("/commands/getDetails", map[string]any{"commandId": commandID})
		wait := pause
		var temporary temporaryError
		switch {
		case errors.As(err, &temporary):
			// The command may still run: only the request for its status is repeated.
			log.Print(err)
			if temporary.retryAfter > wait {
				wait = temporary.retryAfter
			}
		case err != nil:
			return details, false, err
		default:
			if details.Status != status {
				status = details.Status
				fmt.Println(status)
			}
			if status == "success" || status == "failure" || status == "invalidated" || details.Expired {
				return details, true, nil
			}
		}
		if time.Now().Add(wait).After(end) {
			return details, false, nil
		}
		time.Sleep(wait)
	}
}

// endregion

func required(name string) string {
	value := strings.TrimSpace(os.Getenv(name))
	if value == "" {
		log.Fatal(name, " is not set: run the setup block")
	}
	return value
}

func main() {
	log.SetFlags(0)
	commandID, err := send(required("ANEDYA_NODE_ID"), "set-led", "on")
	if err != nil {
		log.Fatal(err)
	}
	result, isOver, err := wait(commandID)
	if err != nil {
		log.Fatal(err)
	}
	if !isOver {
		log.Printf("no result within %v", timeout)
		os.Exit(2)
	}
	if result.Status != "success" && result.Status != "failure" {
		log.Print("no result: ", result.Status)
		os.Exit(2)
	}
	// A device may report a result without data.
	says := result.AckData
	if says == "" {
		says = result.Status
	}
	fmt.Println("device says:", says)
	if result.Status == "failure" {
		os.Exit(1)
	}
}
