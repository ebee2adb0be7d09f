// Submits two datapoints over HTTPS.
// Install: Go 1.19 or later, no modules.
// Set with the setup block: ANEDYA_DEVICE_URL, ANEDYA_CONNECTION_KEY.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

// Point is a value of one variable. Its timestamp is in Unix milliseconds.
type Point struct {
	Variable  string `json:"variable"`
	Value     any    `json:"value"`
	Timestamp int64  `json:"timestamp"`
}

// Position is the value of a variable of type geo.
type Position struct {
	Lat  float64 `json:"lat"`
	Long float64 `json:"long"`
}

// Response has the common fields of all responses. ErrorCode is 0 on success.
type Response struct {
	Success   bool   `json:"success"`
	Error     string `json:"error"`
	ErrorCode int    `json:"errorcode"`
}

// region submit
func submit(baseURL, connectionKey string, points []Point) error {
	body, err := json.Marshal(map[string]any{"data": points})
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, baseURL+"/submitData", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	request.Header.Set("Auth-mode", "key")
	request.Header.Set("Authorization", connectionKey)
	client := http.Client{Timeout: 30 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		err := fmt.Errorf("HTTP %d: %s", response.StatusCode, text)
		if wait := response.Header.Get("Retry-After"); wait != "" {
			err = fmt.Errorf("%w; Retry-After: %s", err, wait)
		}
		return err
	}
	var result Response
	if err := json.Unmarshal(text, &result); err != nil {
		return err
	}
	if !result.Success {
		return fmt.Errorf("not stored: %d %s", result.ErrorCode, result.Error)
	}
	return nil
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
	baseURL, connectionKey := required("ANEDYA_DEVICE_URL"), required("ANEDYA_CONNECTION_KEY")
	now := time.Now().UnixMilli()
	points := []Point{
		{"temperature", 24.5, now},
		{"position", Position{22.3, 73.2}, now},
	}
	if err := submit(baseURL, connectionKey, points); err != nil {
		log.Fatal(err)
	}
	fmt.Println("stored")
}
